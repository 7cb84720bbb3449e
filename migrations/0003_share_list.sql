DROP INDEX `shares_creator`;--> statement-breakpoint
ALTER TABLE `shares` ADD `title_key` text;--> statement-breakpoint
CREATE INDEX `shares_creator` ON `shares` (`creator_id`,`created_at`,`id`);