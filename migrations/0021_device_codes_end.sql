DROP TABLE `device_authorizations`;--> statement-breakpoint
DROP TABLE `authorization_codes`;--> statement-breakpoint
CREATE TABLE `authorization_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`token_id` text NOT NULL,
	`application_id` text NOT NULL,
	`user_id` text NOT NULL,
	`scopes` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`code_challenge` text NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `authorization_codes_application` ON `authorization_codes` (`application_id`);--> statement-breakpoint
CREATE INDEX `authorization_codes_user` ON `authorization_codes` (`user_id`);--> statement-breakpoint
CREATE INDEX `authorization_codes_created` ON `authorization_codes` (`created_at`);