ALTER TABLE "audit_entries" ADD COLUMN "part" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "details" text;