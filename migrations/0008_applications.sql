CREATE TABLE `applications` (
	`id` text PRIMARY KEY NOT NULL,
	`creator_id` text,
	`name` text NOT NULL,
	`address` text,
	`redirect_uris` text NOT NULL,
	`secret_hash` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `applications_creator` ON `applications` (`creator_id`) WHERE creator_id is not null;--> statement-breakpoint
CREATE INDEX `applications_unowned` ON `applications` (`created_at`) WHERE creator_id is null;--> statement-breakpoint
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
CREATE INDEX `authorization_codes_created` ON `authorization_codes` (`created_at`);--> statement-breakpoint
CREATE TABLE `refresh_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`token_id` text NOT NULL,
	`scopes` text NOT NULL,
	`used_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`token_id`) REFERENCES `access_tokens`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `refresh_tokens_token` ON `refresh_tokens` (`token_id`);--> statement-breakpoint
CREATE INDEX `refresh_tokens_expires` ON `refresh_tokens` (`expires_at`);--> statement-breakpoint
ALTER TABLE `access_tokens` ADD `application_id` text REFERENCES applications(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `access_tokens_application` ON `access_tokens` (`application_id`) WHERE application_id is not null;