CREATE TABLE "former_lessons" (
	"course_id" text NOT NULL,
	"lesson_id" text NOT NULL,
	"since" timestamp (3) with time zone,
	"until" timestamp (3) with time zone NOT NULL,
	"title" text NOT NULL,
	CONSTRAINT "former_lessons_course_id_lesson_id_until_pk" PRIMARY KEY("course_id","lesson_id","until")
);
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "drafts" "tstzrange"[];--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "checked_version" timestamp (3) with time zone;--> statement-breakpoint
-- Existing rows count as checked, because all courses are checked once when the server starts with this migration.
ALTER TABLE "lesson_reads" ADD COLUMN "checked" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "lesson_reads" ALTER COLUMN "checked" SET DEFAULT false;--> statement-breakpoint
CREATE INDEX "former_lessons_lesson" ON "former_lessons" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "lesson_reads_unchecked" ON "lesson_reads" USING btree ("lesson_id") WHERE not checked;