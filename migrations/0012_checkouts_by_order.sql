DROP INDEX `checkouts_creator`;--> statement-breakpoint
CREATE INDEX `checkouts_stored` ON `checkouts` (`creator_id`) WHERE not kept;--> statement-breakpoint
CREATE INDEX `checkouts_creator` ON `checkouts` (`creator_id`,`external_id`);