CREATE TABLE `switches` (
	`name` text PRIMARY KEY NOT NULL,
	`paused_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `missing_previews` (
	`file_id` text PRIMARY KEY NOT NULL,
	`creator_id` text NOT NULL,
	`failure` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `missing_previews_creator` ON `missing_previews` (`creator_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `purchases` ADD `holds_use` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `purchases` ADD `network_limits` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `replaced` text;--> statement-breakpoint
ALTER TABLE `payout_methods` ADD `accepts_cards` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `payout_methods` ADD `is_abroad` integer DEFAULT false NOT NULL;