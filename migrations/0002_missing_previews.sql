CREATE TABLE `missing_previews` (
	`file_id` text PRIMARY KEY NOT NULL,
	`creator_id` text NOT NULL,
	`failure` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `missing_previews_creator` ON `missing_previews` (`creator_id`,`created_at`);