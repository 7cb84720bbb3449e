CREATE TABLE `mail_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mail_tokens_user` ON `mail_tokens` (`user_id`);--> statement-breakpoint
CREATE INDEX `mail_tokens_expires` ON `mail_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_user` ON `recovery_codes` (`user_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_id_unique` ON `sessions` (`id`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `sessions_seen` ON `sessions` (`last_seen_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`display_name` text,
	`locale` text DEFAULT 'en' NOT NULL,
	`plan` text DEFAULT 'free' NOT NULL,
	`plan_ends_at` integer,
	`email_verified_at` integer,
	`totp_secret` text,
	`totp_confirmed_at` integer,
	`totp_last_step` integer DEFAULT 0 NOT NULL,
	`deleted_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE TABLE `download_log` (
	`id` text PRIMARY KEY NOT NULL,
	`share_id` text NOT NULL,
	`purchase_id` text,
	`what` text NOT NULL,
	`at` integer NOT NULL,
	`country` text,
	`user_agent` text
);
--> statement-breakpoint
CREATE INDEX `download_log_share` ON `download_log` (`share_id`,`at`);--> statement-breakpoint
CREATE INDEX `download_log_purchase` ON `download_log` (`purchase_id`);--> statement-breakpoint
CREATE INDEX `download_log_at` ON `download_log` (`at`);--> statement-breakpoint
CREATE TABLE `pack_entries` (
	`file_id` text PRIMARY KEY NOT NULL,
	`pack_key` text NOT NULL,
	`pack_offset` integer NOT NULL,
	`pack_length` integer NOT NULL,
	`pack_method` integer NOT NULL,
	`pack_data_size` integer NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pack_entries_pack` ON `pack_entries` (`pack_key`);--> statement-breakpoint
CREATE TABLE `buyers` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `buyers_token_hash_unique` ON `buyers` (`token_hash`);--> statement-breakpoint
CREATE INDEX `buyers_expires` ON `buyers` (`expires_at`,`id`);--> statement-breakpoint
CREATE TABLE `purchase_holders` (
	`purchase_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`purchase_id`, `buyer_id`),
	FOREIGN KEY (`purchase_id`) REFERENCES `purchases`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `buyers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `purchase_holders_buyer` ON `purchase_holders` (`buyer_id`);--> statement-breakpoint
CREATE TABLE `purchases` (
	`id` text PRIMARY KEY NOT NULL,
	`share_id` text NOT NULL,
	`share_title` text NOT NULL,
	`creator_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`buyer_email` text,
	`locale` text DEFAULT 'en' NOT NULL,
	`route` text NOT NULL,
	`state` text NOT NULL,
	`price_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`fee_bps` integer NOT NULL,
	`platform_fee_cents` integer NOT NULL,
	`processing_fee_cents` integer DEFAULT 0 NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`destination_account` text,
	`payment_intent_id` text,
	`charge_id` text,
	`auto_refund_reason` text,
	`reference` text NOT NULL,
	`confirmation_code` text,
	`decline_reason` text,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	`closed_at` integer,
	`claimed_at` integer,
	`checked_at` integer,
	`fee_posted` integer DEFAULT false NOT NULL,
	`unbalanced_at` integer,
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `buyers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `purchases_payment_intent_id_unique` ON `purchases` (`payment_intent_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `purchases_reference_unique` ON `purchases` (`reference`);--> statement-breakpoint
CREATE INDEX `purchases_share` ON `purchases` (`share_id`,`state`);--> statement-breakpoint
CREATE INDEX `purchases_creator` ON `purchases` (`creator_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `purchases_buyer` ON `purchases` (`buyer_id`,`share_id`);--> statement-breakpoint
CREATE INDEX `purchases_email` ON `purchases` (`buyer_email`);--> statement-breakpoint
CREATE UNIQUE INDEX `purchases_code` ON `purchases` (`creator_id`,`confirmation_code`) WHERE confirmation_code is not null and state <> 'declined';--> statement-breakpoint
CREATE UNIQUE INDEX `purchases_open` ON `purchases` (`buyer_id`,`share_id`,`route`) WHERE state in ('started', 'processing', 'claimed');--> statement-breakpoint
CREATE INDEX `purchases_unpaid` ON `purchases` (case when checked_at is null then created_at + 600000
	else (10 * checked_at - created_at) / 9 end) WHERE state in ('started', 'processing') and route = 'card';--> statement-breakpoint
CREATE INDEX `purchases_unclaimed` ON `purchases` (`created_at`) WHERE state = 'started' and route = 'direct';--> statement-breakpoint
CREATE INDEX `purchases_claims` ON `purchases` (`claimed_at`,`id`) WHERE state in ('claimed', 'declined');--> statement-breakpoint
CREATE INDEX `purchases_cancelled` ON `purchases` (`closed_at`) WHERE state = 'cancelled';--> statement-breakpoint
CREATE INDEX `purchases_to_return` ON `purchases` (`created_at`) WHERE auto_refund_reason is not null and (refunded_cents < price_cents or auto_refund_reason = 'differs');--> statement-breakpoint
CREATE INDEX `purchases_unposted` ON `purchases` (`paid_at`) WHERE state = 'paid' and route = 'card' and not fee_posted;--> statement-breakpoint
CREATE INDEX `purchases_unbalanced` ON `purchases` (`unbalanced_at`,`id`) WHERE unbalanced_at is not null;--> statement-breakpoint
CREATE INDEX `purchases_unbalanced_creator` ON `purchases` (`creator_id`) WHERE unbalanced_at is not null;--> statement-breakpoint
CREATE INDEX `purchases_personal` ON `purchases` (`created_at`) WHERE (buyer_email is not null or confirmation_code is not null);--> statement-breakpoint
CREATE TABLE `backup_changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`table_name` text NOT NULL,
	`row` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `backup_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`state` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `job_cursors` (
	`name` text PRIMARY KEY NOT NULL,
	`cursor` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `event_cursor` (
	`id` integer PRIMARY KEY NOT NULL,
	`read_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ledger` (
	`id` text PRIMARY KEY NOT NULL,
	`cause_key` text NOT NULL,
	`creator_id` text NOT NULL,
	`purchase_id` text,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`account` text NOT NULL,
	`provider_id` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`purchase_id`) REFERENCES `purchases`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_cause_key_unique` ON `ledger` (`cause_key`);--> statement-breakpoint
CREATE INDEX `ledger_creator` ON `ledger` (`creator_id`,`at`);--> statement-breakpoint
CREATE INDEX `ledger_purchase` ON `ledger` (`purchase_id`);--> statement-breakpoint
CREATE INDEX `ledger_at` ON `ledger` (`at`);--> statement-breakpoint
CREATE TABLE `payout_methods` (
	`user_id` text PRIMARY KEY NOT NULL,
	`cash_app_handle` text,
	`release_on_confirmation` integer DEFAULT false NOT NULL,
	`stripe_account_id` text,
	`charges_enabled` integer DEFAULT false NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_methods_stripe_account_id_unique` ON `payout_methods` (`stripe_account_id`);--> statement-breakpoint
CREATE INDEX `payout_methods_waiting` ON `payout_methods` (`updated_at`) WHERE stripe_account_id is not null and not charges_enabled;--> statement-breakpoint
CREATE TABLE `payout_transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`purchase_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`account` text NOT NULL,
	`transfer_id` text,
	`from_charge` integer DEFAULT false NOT NULL,
	`state` text NOT NULL,
	`provider_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`purchase_id`) REFERENCES `purchases`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payout_transfers_purchase` ON `payout_transfers` (`purchase_id`);--> statement-breakpoint
CREATE INDEX `payout_transfers_creator` ON `payout_transfers` (`creator_id`);--> statement-breakpoint
CREATE INDEX `payout_transfers_reversed` ON `payout_transfers` (`transfer_id`) WHERE transfer_id is not null;--> statement-breakpoint
CREATE INDEX `payout_transfers_waiting` ON `payout_transfers` (`created_at`) WHERE state = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX `payout_transfers_pending` ON `payout_transfers` (`purchase_id`) WHERE state = 'pending';--> statement-breakpoint
CREATE TABLE `provider_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `provider_events_at` ON `provider_events` (`at`);--> statement-breakpoint
CREATE TABLE `purchase_codes` (
	`email` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `purchase_codes_expires` ON `purchase_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `receipt_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`purchase_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`purchase_id`) REFERENCES `purchases`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `receipt_tokens_purchase` ON `receipt_tokens` (`purchase_id`);--> statement-breakpoint
CREATE TABLE `stored_uploads` (
	`upload_id` text PRIMARY KEY NOT NULL,
	`creator_id` text NOT NULL,
	`share_id` text NOT NULL,
	`bytes` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stored_uploads_creator` ON `stored_uploads` (`creator_id`);--> statement-breakpoint
CREATE INDEX `stored_uploads_share` ON `stored_uploads` (`share_id`);--> statement-breakpoint
CREATE TABLE `upload_slots` (
	`upload_id` text PRIMARY KEY NOT NULL,
	`creator_id` text NOT NULL,
	`month` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `upload_slots_creator` ON `upload_slots` (`creator_id`,`month`);--> statement-breakpoint
CREATE TABLE `attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`last_at` integer NOT NULL,
	`blocked_until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `attempts_last` ON `attempts` (`last_at`);--> statement-breakpoint
CREATE TABLE `cache_purges` (
	`cache` text NOT NULL,
	`tag` text NOT NULL,
	`mark` text NOT NULL,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`cache`, `tag`)
);
--> statement-breakpoint
CREATE INDEX `cache_purges_due` ON `cache_purges` (`due_at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`dedupe_key` text,
	`kind` text NOT NULL,
	`cause` text NOT NULL,
	`recipient_key` text NOT NULL,
	`network_key` text,
	`sender_key` text,
	`held_by` text,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`created_at` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`sent_at` integer,
	`last_error` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupe_key_unique` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`next_attempt_at`) WHERE sent_at is null and held_by is null and attempts < 8;--> statement-breakpoint
CREATE INDEX `outbox_sent` ON `outbox` (`sent_at`) WHERE html <> '';--> statement-breakpoint
CREATE INDEX `outbox_failed` ON `outbox` (`created_at`) WHERE attempts >= 8 and last_error is not null;--> statement-breakpoint
CREATE INDEX `outbox_given_up` ON `outbox` (`next_attempt_at`) WHERE html <> '' and attempts >= 8;--> statement-breakpoint
CREATE INDEX `outbox_personal` ON `outbox` (`created_at`) WHERE recipient_key <> '';--> statement-breakpoint
CREATE INDEX `outbox_held` ON `outbox` (`created_at`) WHERE held_by is not null and attempts = 0;--> statement-breakpoint
CREATE INDEX `outbox_recipient` ON `outbox` (`recipient_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_network` ON `outbox` (`network_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_sender` ON `outbox` (`sender_key`,`created_at`);--> statement-breakpoint
CREATE TABLE `purges` (
	`id` text PRIMARY KEY NOT NULL,
	`key_prefix` text NOT NULL,
	`created_at` integer NOT NULL,
	`not_before` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `purges_due` ON `purges` (`not_before`);--> statement-breakpoint
CREATE INDEX `purges_prefix` ON `purges` (`key_prefix`);--> statement-breakpoint
CREATE TABLE `due_previews` (
	`file_id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `due_previews_created` ON `due_previews` (`created_at`);--> statement-breakpoint
CREATE TABLE `renditions` (
	`file_id` text NOT NULL,
	`share_id` text NOT NULL,
	`kind` text NOT NULL,
	`hash` text NOT NULL,
	`mime_type` text NOT NULL,
	`size` integer NOT NULL,
	`width` integer,
	`height` integer,
	`duration_ms` integer,
	`original_ms` integer,
	`pages` integer,
	`object_key` text,
	`inline` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`file_id`, `kind`)
);
--> statement-breakpoint
CREATE INDEX `renditions_share` ON `renditions` (`share_id`);--> statement-breakpoint
CREATE INDEX `renditions_hash` ON `renditions` (`hash`);--> statement-breakpoint
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`share_id` text NOT NULL,
	`position` integer NOT NULL,
	`page_order` integer,
	`original_name` text NOT NULL,
	`mime_type` text NOT NULL,
	`size` integer NOT NULL,
	`folder_path` text NOT NULL,
	`object_key` text NOT NULL,
	`etag` text NOT NULL,
	`crc32` integer NOT NULL,
	`modified_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `files_object_key_unique` ON `files` (`object_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `files_share_position` ON `files` (`share_id`,`position`);--> statement-breakpoint
CREATE TABLE `shares` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`creator_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`price_cents` integer NOT NULL,
	`sale_mode` text DEFAULT 'each' NOT NULL,
	`max_sales` integer,
	`selling` integer DEFAULT true NOT NULL,
	`listed` integer DEFAULT false NOT NULL,
	`expires_at` integer,
	`status` text NOT NULL,
	`image_preview` text DEFAULT 'blur' NOT NULL,
	`clip_preview` text DEFAULT '30' NOT NULL,
	`cover_file_id` text,
	`changed_at` integer,
	`checkout_begun_at` integer,
	`file_count` integer DEFAULT 0 NOT NULL,
	`total_size` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`published_at` integer,
	`deleted_at` integer,
	`kept_until` integer,
	`deletion` text,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "shares_price" CHECK("shares"."price_cents" >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shares_slug_unique` ON `shares` (`slug`);--> statement-breakpoint
CREATE INDEX `shares_creator` ON `shares` (`creator_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `shares_listed` ON `shares` (`creator_id`,`published_at`) WHERE listed;--> statement-breakpoint
CREATE INDEX `shares_deletion` ON `shares` (`kept_until`) WHERE deletion is not null;--> statement-breakpoint
CREATE INDEX `shares_deleting` ON `shares` (`deleted_at`) WHERE deletion is not null and (deletion <> 'kept' or kept_until is null);--> statement-breakpoint
CREATE INDEX `shares_uploading` ON `shares` (`created_at`) WHERE status = 'uploading';--> statement-breakpoint
CREATE TABLE `creator_handles` (
	`handle` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`held_until` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `creator_handles_current` ON `creator_handles` (`user_id`) WHERE held_until is null;--> statement-breakpoint
CREATE INDEX `creator_handles_user` ON `creator_handles` (`user_id`);--> statement-breakpoint
CREATE INDEX `creator_handles_held` ON `creator_handles` (`held_until`) WHERE held_until is not null;--> statement-breakpoint
CREATE TABLE `creator_pages` (
	`user_id` text PRIMARY KEY NOT NULL,
	`line` text,
	`links` text NOT NULL,
	`avatar_id` text,
	`avatar_type` text,
	`avatar_size` integer,
	`avatar_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `creator_pages_avatar_id_unique` ON `creator_pages` (`avatar_id`);--> statement-breakpoint
CREATE TABLE `share_views` (
	`share_id` text NOT NULL,
	`day` text NOT NULL,
	`network` text NOT NULL,
	`viewer` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`share_id`, `day`, `network`, `viewer`)
);
--> statement-breakpoint
CREATE INDEX `share_views_fresh` ON `share_views` (`at`) WHERE network <> '';--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`subscription_id` text,
	`status` text NOT NULL,
	`current_period_end` integer,
	`cancel_at_period_end` integer DEFAULT false NOT NULL,
	`delete_customer_since` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_customer_id_unique` ON `subscriptions` (`customer_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_subscription_id_unique` ON `subscriptions` (`subscription_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_unpaid` ON `subscriptions` (`updated_at`) WHERE status in ('incomplete', 'past_due', 'unpaid');--> statement-breakpoint
CREATE INDEX `subscriptions_ending` ON `subscriptions` (`current_period_end`) WHERE status in ('active', 'trialing');--> statement-breakpoint
CREATE INDEX `subscriptions_customer_to_delete` ON `subscriptions` (`delete_customer_since`) WHERE delete_customer_since is not null;--> statement-breakpoint
CREATE TABLE `abuse_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`share_id` text NOT NULL,
	`reason` text NOT NULL,
	`message` text NOT NULL,
	`email` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `abuse_reports_email` ON `abuse_reports` (`email`);--> statement-breakpoint
CREATE INDEX `abuse_reports_created` ON `abuse_reports` (`created_at`);--> statement-breakpoint
CREATE TABLE `support_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`email` text NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`priority` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `support_requests_user` ON `support_requests` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `support_requests_email` ON `support_requests` (`email`);--> statement-breakpoint
CREATE INDEX `support_requests_created` ON `support_requests` (`created_at`);--> statement-breakpoint
CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`creator_id` text NOT NULL,
	`share_id` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `uploads_creator` ON `uploads` (`creator_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `uploads_open` ON `uploads` (`created_at`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `uploads_ended` ON `uploads` (`created_at`) WHERE state <> 'open';--> statement-breakpoint
CREATE INDEX `uploads_share` ON `uploads` (`share_id`);