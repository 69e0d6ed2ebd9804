CREATE TABLE "text_pictures" (
	"kind" text NOT NULL,
	"text_id" text NOT NULL,
	"version" timestamp (3) with time zone NOT NULL,
	"pictures" text[] NOT NULL,
	CONSTRAINT "text_pictures_kind_text_id_pk" PRIMARY KEY("kind","text_id")
);
--> statement-breakpoint
CREATE INDEX "text_pictures_pictures" ON "text_pictures" USING gin ("pictures");--> statement-breakpoint
CREATE INDEX "lessons_content" ON "lessons" USING btree ("content_id");