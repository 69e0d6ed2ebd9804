ALTER TABLE "completions" ADD COLUMN "received_at" timestamp (3) with time zone;--> statement-breakpoint
-- Null where the readings are gone: then recorded_at is used instead.
UPDATE completions c SET received_at = (
	SELECT max(coalesce(r.received_at, r.read_at)) FROM lesson_reads r
	WHERE r.user_id = c.user_id AND r.read_at <= c.completed_at
		AND c.lessons @> jsonb_build_array(jsonb_build_object('lessonId', r.lesson_id))
);
