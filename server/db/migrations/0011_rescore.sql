ALTER TABLE "submits" ADD COLUMN "graded_version" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "submits" ADD COLUMN "rescored_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "submits" ADD COLUMN "score_before" integer;--> statement-breakpoint
CREATE INDEX "submits_set" ON "submits" USING btree ("question_set_id","id");