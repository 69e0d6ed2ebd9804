CREATE TABLE "pending_work" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"state" jsonb NOT NULL,
	"run_after" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "submits" ADD COLUMN "graded_keys" jsonb;