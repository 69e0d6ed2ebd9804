CREATE TABLE "trash" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"title" text NOT NULL,
	"parent_id" text,
	"parents" jsonb NOT NULL,
	"siblings" text[] NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	"deleted_by" text NOT NULL,
	"rows_version" integer NOT NULL,
	"rows" jsonb NOT NULL,
	"content_ids" text[] NOT NULL,
	"text_ids" text[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX "trash_deleted" ON "trash" USING btree ("deleted_at");