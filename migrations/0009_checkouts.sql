CREATE TABLE `checkouts` (
	`id` text PRIMARY KEY NOT NULL,
	`creator_id` text NOT NULL,
	`share_id` text NOT NULL,
	`price_cents` integer,
	`buyer_email` text,
	`success_url` text,
	`external_id` text,
	`metadata` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`kept` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `checkouts_creator` ON `checkouts` (`creator_id`);--> statement-breakpoint
CREATE INDEX `checkouts_share` ON `checkouts` (`share_id`);--> statement-breakpoint
CREATE INDEX `checkouts_expires` ON `checkouts` (`expires_at`) WHERE not kept;--> statement-breakpoint
ALTER TABLE `shares` ADD `external_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `shares_external` ON `shares` (`creator_id`,`external_id`) WHERE external_id is not null and status <> 'deleted';--> statement-breakpoint
ALTER TABLE `purchases` ADD `checkout_id` text;--> statement-breakpoint
CREATE INDEX `purchases_checkout` ON `purchases` (`checkout_id`) WHERE checkout_id is not null;