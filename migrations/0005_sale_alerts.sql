CREATE TABLE `sale_alerts` (
	`share_id` text NOT NULL,
	`mailbox` text NOT NULL,
	`email` text NOT NULL,
	`locale` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`share_id`, `mailbox`),
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sale_alerts_token_hash_unique` ON `sale_alerts` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sale_alerts_mailbox` ON `sale_alerts` (`mailbox`);--> statement-breakpoint
CREATE INDEX `sale_alerts_expires` ON `sale_alerts` (`expires_at`);