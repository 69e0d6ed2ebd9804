-- Builds of 26 November 2026 made received_at in 0009, and no recorded_at.
ALTER TABLE "completions" ADD COLUMN IF NOT EXISTS "received_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "completions" ALTER COLUMN "received_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "completions" ADD COLUMN IF NOT EXISTS "recorded_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE completions SET recorded_at = received_at WHERE recorded_at IS NULL;--> statement-breakpoint
-- The default serves those builds after a rollback.
ALTER TABLE "completions" ALTER COLUMN "recorded_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "completions" ALTER COLUMN "recorded_at" SET NOT NULL;--> statement-breakpoint
-- Where the readings are gone, recorded_at is the latest possible time.
UPDATE completions c SET received_at = coalesce((
	SELECT max(coalesce(r.received_at, r.read_at)) FROM lesson_reads r
	WHERE r.user_id = c.user_id AND r.read_at <= c.completed_at
		AND c.lessons @> jsonb_build_array(jsonb_build_object('lessonId', r.lesson_id))
), c.recorded_at)
WHERE c.received_at IS NULL;
