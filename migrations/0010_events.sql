CREATE TABLE `creator_events` (
	`user_id` text NOT NULL,
	`seq` integer NOT NULL,
	`event_key` text NOT NULL,
	`type` text NOT NULL,
	`data` text NOT NULL,
	`after_key` text,
	`not_before` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `seq`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `creator_events_key` ON `creator_events` (`user_id`,`event_key`);--> statement-breakpoint
CREATE INDEX `creator_events_created` ON `creator_events` (`created_at`);