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
CREATE TABLE `access_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`application_id` text,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`ending` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`window_at` integer NOT NULL,
	`calls` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_tokens_token_hash_unique` ON `access_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `access_tokens_user` ON `access_tokens` (`user_id`);--> statement-breakpoint
CREATE INDEX `access_tokens_application` ON `access_tokens` (`application_id`) WHERE application_id is not null;--> statement-breakpoint
CREATE INDEX `access_tokens_expires` ON `access_tokens` (`expires_at`) WHERE expires_at is not null;--> statement-breakpoint
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
CREATE TABLE `devices` (
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `token_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `devices_user_last` ON `devices` (`user_id`,`last_at`);--> statement-breakpoint
CREATE INDEX `devices_last` ON `devices` (`last_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`backed_up` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential_id_unique` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`second_factor_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_id_unique` ON `sessions` (`id`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `sessions_seen` ON `sessions` (`last_seen_at`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`owner` text NOT NULL,
	`request_key` text NOT NULL,
	`run_id` text NOT NULL,
	`fingerprint` text,
	`lease_until` integer NOT NULL,
	`status` integer,
	`response` text,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`owner`, `request_key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_expires` ON `idempotency_keys` (`expires_at`);--> statement-breakpoint
CREATE TABLE `discount_shares` (
	`discount_id` text NOT NULL,
	`share_id` text NOT NULL,
	PRIMARY KEY(`discount_id`, `share_id`),
	FOREIGN KEY (`discount_id`) REFERENCES `discounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `discount_shares_share` ON `discount_shares` (`share_id`);--> statement-breakpoint
CREATE TABLE `discounts` (
	`id` text PRIMARY KEY NOT NULL,
	`creator_id` text NOT NULL,
	`code` text NOT NULL,
	`name` text NOT NULL,
	`percent_bps` integer,
	`amount_cents` integer,
	`currency` text DEFAULT 'usd' NOT NULL,
	`all_shares` integer NOT NULL,
	`starts_at` integer,
	`ends_at` integer,
	`max_uses` integer,
	`max_per_buyer` integer,
	`below_minimum` text NOT NULL,
	`active` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "discounts_reduction" CHECK(("discounts"."percent_bps" between 1 and 10000 and "discounts"."amount_cents" is null)
				or ("discounts"."percent_bps" is null and "discounts"."amount_cents" >= 1))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `discounts_code` ON `discounts` (`creator_id`,`code`);--> statement-breakpoint
CREATE TABLE `drafts` (
	`id` text NOT NULL,
	`creator_id` text NOT NULL,
	`details` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`creator_id`, `id`),
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `drafts_creator` ON `drafts` (`creator_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `all_files` (
	`id` text PRIMARY KEY NOT NULL,
	`share_id` text NOT NULL,
	`state` text DEFAULT 'live' NOT NULL,
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
	`version` integer DEFAULT 1 NOT NULL,
	`version_note` text,
	`no_preview` integer DEFAULT false NOT NULL,
	`whole_only` integer DEFAULT false NOT NULL,
	`hidden_pages` text DEFAULT '[]' NOT NULL,
	`replaced_by` text,
	`replaced_at` integer,
	`kept` integer,
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "all_files_state" CHECK((state = 'live', state = 'live', state = 'live') = (replaced_by is null, replaced_at is null, kept is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `all_files_object_key_unique` ON `all_files` (`object_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `all_files_version` ON `all_files` (`share_id`,`position`,`version`);--> statement-breakpoint
CREATE INDEX `all_files_successor` ON `all_files` (`replaced_by`) WHERE replaced_by is not null;--> statement-breakpoint
CREATE TABLE `bundle_parts` (
	`bundle_id` text NOT NULL,
	`share_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`bundle_id`, `share_id`),
	FOREIGN KEY (`bundle_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bundle_parts_share` ON `bundle_parts` (`share_id`);--> statement-breakpoint
CREATE TABLE `licences` (
	`id` text PRIMARY KEY NOT NULL,
	`share_id` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `licences_share` ON `licences` (`share_id`);--> statement-breakpoint
CREATE TABLE `pack_entries` (
	`file_id` text PRIMARY KEY NOT NULL,
	`pack_key` text NOT NULL,
	`pack_offset` integer NOT NULL,
	`pack_length` integer NOT NULL,
	`pack_method` integer NOT NULL,
	`pack_data_size` integer NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `all_files`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pack_entries_pack` ON `pack_entries` (`pack_key`);--> statement-breakpoint
CREATE TABLE `quarantined_files` (
	`id` text PRIMARY KEY NOT NULL,
	`upload_id` text NOT NULL,
	`position` integer NOT NULL,
	`file` text NOT NULL,
	`verdict` text,
	`found` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`upload_id`) REFERENCES `quarantined_uploads`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `quarantined_files_upload` ON `quarantined_files` (`upload_id`,`position`);--> statement-breakpoint
CREATE INDEX `quarantined_files_due` ON `quarantined_files` (`due_at`) WHERE verdict is null;--> statement-breakpoint
CREATE TABLE `quarantined_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`share_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`month` text NOT NULL,
	`bytes` integer NOT NULL,
	`adds_to` integer NOT NULL,
	`state` text NOT NULL,
	`told_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `quarantined_uploads_share` ON `quarantined_uploads` (`share_id`);--> statement-breakpoint
CREATE INDEX `quarantined_uploads_creator` ON `quarantined_uploads` (`creator_id`);--> statement-breakpoint
CREATE INDEX `quarantined_uploads_waiting` ON `quarantined_uploads` (`created_at`) WHERE state <> 'found';--> statement-breakpoint
CREATE TABLE `shares` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`creator_id` text NOT NULL,
	`title` text NOT NULL,
	`title_key` text,
	`description` text,
	`licence_id` text,
	`pricing` text DEFAULT 'fixed' NOT NULL,
	`currency` text DEFAULT 'usd' NOT NULL,
	`price_cents` integer NOT NULL,
	`suggested_cents` integer,
	`asks_address` integer DEFAULT true NOT NULL,
	`owned_parts` text,
	`sale_mode` text DEFAULT 'each' NOT NULL,
	`max_sales` integer,
	`selling` integer DEFAULT true NOT NULL,
	`listed` integer DEFAULT false NOT NULL,
	`indexed` integer DEFAULT true NOT NULL,
	`opens_at` integer,
	`expires_at` integer,
	`ends_access` integer DEFAULT false NOT NULL,
	`password_hash` text,
	`unlock_hash` text,
	`external_id` text,
	`status` text NOT NULL,
	`checking` text,
	`legal_order` integer DEFAULT false NOT NULL,
	`image_preview` text DEFAULT 'blur' NOT NULL,
	`clip_preview` text DEFAULT '30' NOT NULL,
	`cover_file_id` text,
	`samples` text DEFAULT '[]' NOT NULL,
	`samples_marked` integer DEFAULT true NOT NULL,
	`singles` text,
	`choosing` text,
	`changed_at` integer,
	`checkout_begun_at` integer,
	`file_count` integer DEFAULT 0 NOT NULL,
	`total_size` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`published_at` integer,
	`deleted_at` integer,
	`kept_until` integer,
	`deletion` text,
	`revision` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "shares_price" CHECK(case "shares"."pricing" when 'fixed' then "shares"."price_cents" >= 1
				when 'free' then "shares"."price_cents" = 0 and "shares"."sale_mode" = 'each'
				else "shares"."price_cents" >= 0 end)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shares_slug_unique` ON `shares` (`slug`);--> statement-breakpoint
CREATE INDEX `shares_creator` ON `shares` (`creator_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `shares_creator_order` ON `shares` (`creator_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `shares_external` ON `shares` (`creator_id`,`external_id`) WHERE external_id is not null and status <> 'deleted';--> statement-breakpoint
CREATE INDEX `shares_published` ON `shares` (`published_at`) WHERE published_at is not null;--> statement-breakpoint
CREATE INDEX `shares_listed` ON `shares` (`creator_id`,`published_at`) WHERE listed;--> statement-breakpoint
CREATE INDEX `shares_deletion` ON `shares` (`kept_until`) WHERE deletion is not null;--> statement-breakpoint
CREATE INDEX `shares_deleting` ON `shares` (`deleted_at`) WHERE deletion is not null and (deletion <> 'kept' or kept_until is null);--> statement-breakpoint
CREATE INDEX `shares_uploading` ON `shares` (`created_at`) WHERE status = 'uploading';--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`act` text NOT NULL,
	`by` text NOT NULL,
	`actor_id` text,
	`creator_id` text,
	`subject_id` text,
	`details` text,
	`details_mac` text,
	`mac` text
);
--> statement-breakpoint
CREATE INDEX `audit_log_creator` ON `audit_log` (`creator_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject_id`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`);--> statement-breakpoint
CREATE INDEX `audit_log_unsealed` ON `audit_log` (`id`) WHERE mac is null;--> statement-breakpoint
CREATE INDEX `audit_log_personal` ON `audit_log` (`at`) WHERE details is not null;--> statement-breakpoint
CREATE TABLE `case_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`case_id` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`author_id` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`case_id`) REFERENCES `cases`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `case_entries_case` ON `case_entries` (`case_id`,`at`);--> statement-breakpoint
CREATE TABLE `cases` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`priority` integer DEFAULT 0 NOT NULL,
	`user_id` text,
	`email` text,
	`locale` text DEFAULT 'en' NOT NULL,
	`share_id` text,
	`creator_id` text,
	`category` text,
	`subject` text NOT NULL,
	`notice` text,
	`outcome` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `cases_queue` ON `cases` (`state`,`priority`,`updated_at`);--> statement-breakpoint
CREATE INDEX `cases_user` ON `cases` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `cases_email` ON `cases` (`email`);--> statement-breakpoint
CREATE INDEX `cases_share` ON `cases` (`share_id`);--> statement-breakpoint
CREATE INDEX `cases_creator` ON `cases` (`creator_id`);--> statement-breakpoint
CREATE INDEX `cases_updated` ON `cases` (`updated_at`);--> statement-breakpoint
CREATE TABLE `job_cursors` (
	`name` text PRIMARY KEY NOT NULL,
	`cursor` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`display_name` text,
	`thanks` text,
	`locale` text DEFAULT 'en' NOT NULL,
	`currency` text DEFAULT 'usd' NOT NULL,
	`earlier_currencies` text DEFAULT '[]' NOT NULL,
	`plan` text DEFAULT 'free' NOT NULL,
	`plan_ends_at` integer,
	`email_verified_at` integer,
	`totp_secret` text,
	`totp_confirmed_at` integer,
	`totp_last_step` integer DEFAULT 0 NOT NULL,
	`suspended_at` integer,
	`deleted_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
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
CREATE INDEX `creator_events_created` ON `creator_events` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`url` text,
	`description` text DEFAULT '' NOT NULL,
	`events` text NOT NULL,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_until` integer,
	`created_at` integer NOT NULL,
	`off_reason` text,
	`resumed_at` integer,
	`expires_at` integer,
	`last_success_at` integer,
	`last_failure_at` integer,
	`revision` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_user` ON `webhook_endpoints` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_endpoints_expires` ON `webhook_endpoints` (`expires_at`) WHERE expires_at is not null;--> statement-breakpoint
CREATE TABLE `webhook_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`endpoint_id` text NOT NULL,
	`event_key` text NOT NULL,
	`type` text NOT NULL,
	`data` text NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`attempt_log` text DEFAULT '[]' NOT NULL,
	`due_at` integer,
	`delivered_at` integer,
	`failed_at` integer,
	FOREIGN KEY (`endpoint_id`) REFERENCES `webhook_endpoints`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_messages_event` ON `webhook_messages` (`endpoint_id`,`event_key`);--> statement-breakpoint
CREATE INDEX `webhook_messages_due` ON `webhook_messages` (`endpoint_id`,`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `webhook_messages_log` ON `webhook_messages` (`endpoint_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_messages_open` ON `webhook_messages` (`endpoint_id`,`created_at`) WHERE delivered_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX `webhook_messages_created` ON `webhook_messages` (`created_at`);--> statement-breakpoint
CREATE TABLE `choices` (
	`chooser_id` text NOT NULL,
	`file_id` text NOT NULL,
	`chosen` integer DEFAULT true NOT NULL,
	`comment` text,
	PRIMARY KEY(`chooser_id`, `file_id`),
	FOREIGN KEY (`chooser_id`) REFERENCES `choosers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `choosers` (
	`id` text PRIMARY KEY NOT NULL,
	`share_id` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `choosers_token_hash_unique` ON `choosers` (`token_hash`);--> statement-breakpoint
CREATE INDEX `choosers_share` ON `choosers` (`share_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `buyer_updates` (
	`id` text PRIMARY KEY NOT NULL,
	`share_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`text` text NOT NULL,
	`recipients` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `buyer_updates_share` ON `buyer_updates` (`share_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `buyer_updates_creator` ON `buyer_updates` (`creator_id`);--> statement-breakpoint
CREATE INDEX `buyer_updates_open` ON `buyer_updates` (`created_at`) WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX `buyer_updates_finished` ON `buyer_updates` (`finished_at`) WHERE finished_at is not null;--> statement-breakpoint
CREATE TABLE `unsubscribes` (
	`creator_id` text NOT NULL,
	`address` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`creator_id`, `address`),
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `buyer_update_recipients` (
	`update_id` text NOT NULL,
	`address` text NOT NULL,
	`purchase_id` text NOT NULL,
	`unconfirmed` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer,
	`outcome` text,
	PRIMARY KEY(`update_id`, `address`),
	FOREIGN KEY (`update_id`) REFERENCES `buyer_updates`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`purchase_id`) REFERENCES `purchases`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `buyer_update_recipients_due` ON `buyer_update_recipients` (`update_id`,`unconfirmed`,`next_at`) WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX `buyer_update_recipients_purchase` ON `buyer_update_recipients` (`purchase_id`);--> statement-breakpoint
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
CREATE TABLE `missing_previews` (
	`file_id` text PRIMARY KEY NOT NULL,
	`creator_id` text NOT NULL,
	`failure` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `all_files`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `missing_previews_creator` ON `missing_previews` (`creator_id`,`created_at`);--> statement-breakpoint
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
	`start_ms` integer,
	`pages` integer,
	`object_key` text,
	`etag` text,
	`crc32` integer,
	`edge` integer,
	`inline` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`file_id`, `kind`)
);
--> statement-breakpoint
CREATE INDEX `renditions_share` ON `renditions` (`share_id`);--> statement-breakpoint
CREATE INDEX `renditions_hash` ON `renditions` (`hash`);--> statement-breakpoint
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
CREATE INDEX `uploads_share` ON `uploads` (`share_id`);--> statement-breakpoint
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
CREATE TABLE `creator_handles` (
	`handle` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`reserved_until` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `creator_handles_current` ON `creator_handles` (`user_id`) WHERE reserved_until is null;--> statement-breakpoint
CREATE INDEX `creator_handles_user` ON `creator_handles` (`user_id`);--> statement-breakpoint
CREATE INDEX `creator_handles_reserved` ON `creator_handles` (`reserved_until`) WHERE reserved_until is not null;--> statement-breakpoint
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
CREATE INDEX `checkouts_order` ON `checkouts` (`creator_id`,`external_id`) WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX `checkouts_stored` ON `checkouts` (`creator_id`) WHERE not kept;--> statement-breakpoint
CREATE INDEX `checkouts_share` ON `checkouts` (`share_id`);--> statement-breakpoint
CREATE INDEX `checkouts_expires` ON `checkouts` (`expires_at`) WHERE not kept;--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`subscription_id` text,
	`status` text NOT NULL,
	`current_period_end` integer,
	`cancel_at_period_end` integer DEFAULT false NOT NULL,
	`delete_customer_since` integer,
	`update_customer_since` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_customer_id_unique` ON `subscriptions` (`customer_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_subscription_id_unique` ON `subscriptions` (`subscription_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_unpaid` ON `subscriptions` (`updated_at`) WHERE status in ('incomplete', 'past_due', 'unpaid');--> statement-breakpoint
CREATE INDEX `subscriptions_ending` ON `subscriptions` (`current_period_end`) WHERE status in ('active', 'trialing');--> statement-breakpoint
CREATE INDEX `subscriptions_customer_to_delete` ON `subscriptions` (`delete_customer_since`) WHERE delete_customer_since is not null;--> statement-breakpoint
CREATE INDEX `subscriptions_customer_to_update` ON `subscriptions` (`update_customer_since`) WHERE update_customer_since is not null;--> statement-breakpoint
CREATE TABLE `invoice_details` (
	`user_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`country` text NOT NULL,
	`tax_number` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `invoices` (
	`purchase_id` text PRIMARY KEY NOT NULL,
	`creator_id` text NOT NULL,
	`number` integer NOT NULL,
	`issued_at` integer NOT NULL,
	`seller_name` text,
	`seller_address` text,
	`seller_country` text,
	`seller_tax_number` text,
	`buyer_name` text,
	`buyer_address` text,
	`buyer_country` text,
	`buyer_tax_number` text,
	`replaced` text,
	FOREIGN KEY (`purchase_id`) REFERENCES `purchases`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`creator_id`,`number`);--> statement-breakpoint
CREATE INDEX `invoices_personal` ON `invoices` (`issued_at`) WHERE (seller_name is not null or buyer_name is not null);--> statement-breakpoint
CREATE TABLE `ledger` (
	`id` text PRIMARY KEY NOT NULL,
	`cause_key` text NOT NULL,
	`creator_id` text NOT NULL,
	`purchase_id` text,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`settled_cents` integer,
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
CREATE INDEX `ledger_provider` ON `ledger` (`provider_id`);--> statement-breakpoint
CREATE TABLE `payout_methods` (
	`user_id` text PRIMARY KEY NOT NULL,
	`cash_app_handle` text,
	`direct_link` text,
	`accepts_cards` integer DEFAULT true NOT NULL,
	`accepts_delayed` integer DEFAULT false NOT NULL,
	`release_on_confirmation` integer DEFAULT false NOT NULL,
	`stripe_account_id` text,
	`charges_enabled` integer DEFAULT false NOT NULL,
	`is_abroad` integer DEFAULT false NOT NULL,
	`platform_currency` text DEFAULT 'usd' NOT NULL,
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
	`settled_cents` integer,
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
CREATE TABLE `reconciliations` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`until` integer NOT NULL,
	`checked` integer NOT NULL,
	`difference_cents` integer NOT NULL,
	`differences` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reconciliations_at` ON `reconciliations` (`at`);--> statement-breakpoint
CREATE TABLE `withdrawals` (
	`id` text PRIMARY KEY NOT NULL,
	`purchase_id` text NOT NULL,
	`name` text,
	`email` text,
	`outcome` text NOT NULL,
	`at` integer NOT NULL,
	`refund_at` integer,
	FOREIGN KEY (`purchase_id`) REFERENCES `purchases`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_purchase_id_unique` ON `withdrawals` (`purchase_id`);--> statement-breakpoint
CREATE INDEX `withdrawals_personal` ON `withdrawals` (`at`) WHERE (name is not null or email is not null);--> statement-breakpoint
CREATE INDEX `withdrawals_refund` ON `withdrawals` (`refund_at`) WHERE refund_at is not null;--> statement-breakpoint
CREATE TABLE `attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`last_at` integer NOT NULL,
	`blocked_until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `attempts_last` ON `attempts` (`last_at`);--> statement-breakpoint
CREATE TABLE `failed_requests` (
	`request_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`method` text NOT NULL,
	`path` text NOT NULL,
	`code` text NOT NULL,
	`error` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `failed_requests_at` ON `failed_requests` (`at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`dedupe_key` text,
	`kind` text NOT NULL,
	`audience` text NOT NULL,
	`cause` text NOT NULL,
	`recipient_key` text NOT NULL,
	`network_key` text,
	`wider_network_key` text,
	`widest_network_key` text,
	`sender_key` text,
	`withheld_by` text,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`unsubscribe_url` text,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`sent_at` integer,
	`last_error` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupe_key_unique` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`due_at`) WHERE sent_at is null and withheld_by is null and attempts < 8;--> statement-breakpoint
CREATE INDEX `outbox_sent` ON `outbox` (`sent_at`) WHERE html <> '';--> statement-breakpoint
CREATE INDEX `outbox_failed` ON `outbox` (`created_at`) WHERE attempts >= 8 and last_error is not null;--> statement-breakpoint
CREATE INDEX `outbox_given_up` ON `outbox` (`due_at`) WHERE html <> '' and attempts >= 8;--> statement-breakpoint
CREATE INDEX `outbox_personal` ON `outbox` (`created_at`) WHERE recipient_key <> '';--> statement-breakpoint
CREATE INDEX `outbox_withheld` ON `outbox` (`created_at`) WHERE withheld_by is not null and attempts = 0;--> statement-breakpoint
CREATE INDEX `outbox_recipient` ON `outbox` (`recipient_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_network` ON `outbox` (`network_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_wider_network` ON `outbox` (`wider_network_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_widest_network` ON `outbox` (`widest_network_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_sender` ON `outbox` (`sender_key`,`created_at`);--> statement-breakpoint
CREATE TABLE `queue` (
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`owner` text NOT NULL,
	`mark` text NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`kind`, `key`)
);
--> statement-breakpoint
CREATE INDEX `queue_due` ON `queue` (`kind`,`due_at`);--> statement-breakpoint
CREATE TABLE `switches` (
	`name` text PRIMARY KEY NOT NULL,
	`paused_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`subject` text,
	`owner_id` text,
	`payload` text,
	`tries_left` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer
);
--> statement-breakpoint
CREATE INDEX `tokens_subject` ON `tokens` (`purpose`,`subject`) WHERE subject is not null;--> statement-breakpoint
CREATE INDEX `tokens_owner` ON `tokens` (`owner_id`) WHERE owner_id is not null;--> statement-breakpoint
CREATE INDEX `tokens_expires` ON `tokens` (`expires_at`) WHERE expires_at is not null;--> statement-breakpoint
CREATE TABLE `blocked_buyers` (
	`creator_id` text NOT NULL,
	`mailbox` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`creator_id`, `mailbox`),
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
CREATE TABLE `purchase_lines` (
	`purchase_id` text NOT NULL,
	`file_id` text NOT NULL,
	`edition` text NOT NULL,
	`cents` integer NOT NULL,
	`refunded_at` integer,
	PRIMARY KEY(`purchase_id`, `file_id`, `edition`),
	FOREIGN KEY (`purchase_id`) REFERENCES `purchases`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `purchase_lines_file` ON `purchase_lines` (`file_id`);--> statement-breakpoint
CREATE TABLE `purchase_parts` (
	`purchase_id` text NOT NULL,
	`share_id` text NOT NULL,
	`licence_id` text,
	PRIMARY KEY(`purchase_id`, `share_id`),
	FOREIGN KEY (`purchase_id`) REFERENCES `purchases`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `purchase_parts_share` ON `purchase_parts` (`share_id`);--> statement-breakpoint
CREATE INDEX `purchase_parts_licence` ON `purchase_parts` (`licence_id`) WHERE licence_id is not null;--> statement-breakpoint
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
	`list_cents` integer,
	`chosen_cents` integer,
	`of_lines` integer DEFAULT false NOT NULL,
	`whole_cents` integer,
	`free_files` integer DEFAULT 0 NOT NULL,
	`discount_id` text,
	`discount_code` text,
	`checkout_id` text,
	`reserves_use` integer DEFAULT false NOT NULL,
	`network_limits` text,
	`licence_id` text,
	`currency` text NOT NULL,
	`settled_currency` text,
	`settled_cents` integer,
	`fee_bps` integer NOT NULL,
	`platform_fee_cents` integer NOT NULL,
	`processing_fee_cents` integer DEFAULT 0 NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`destination_account` text,
	`payment_intent_id` text,
	`charge_id` text,
	`auto_refund_reason` text,
	`edge_country` text,
	`source` text,
	`card_country` text,
	`country_conflict` integer DEFAULT false NOT NULL,
	`consent_version` text,
	`consent_locale` text,
	`consent_at` integer,
	`direct_host` text,
	`reference` text NOT NULL,
	`confirmation_code` text,
	`decline_reason` text,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	`closed_at` integer,
	`revoked_at` integer,
	`revoke_reason` text,
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
CREATE INDEX `purchases_paid` ON `purchases` (`creator_id`,`paid_at`) WHERE state = 'paid';--> statement-breakpoint
CREATE INDEX `purchases_source` ON `purchases` (`created_at`) WHERE source is not null;--> statement-breakpoint
CREATE INDEX `purchases_buyer` ON `purchases` (`buyer_id`,`share_id`);--> statement-breakpoint
CREATE INDEX `purchases_email` ON `purchases` (`buyer_email`);--> statement-breakpoint
CREATE INDEX `purchases_licence` ON `purchases` (`licence_id`) WHERE licence_id is not null;--> statement-breakpoint
CREATE INDEX `purchases_discount` ON `purchases` (`discount_id`) WHERE discount_id is not null;--> statement-breakpoint
CREATE INDEX `purchases_checkout` ON `purchases` (`checkout_id`) WHERE checkout_id is not null;--> statement-breakpoint
CREATE INDEX `purchases_sold` ON `purchases` (`creator_id`,`paid_at`,`id`) WHERE state in ('paid', 'disputed', 'refunded') and auto_refund_reason is null;--> statement-breakpoint
CREATE INDEX `purchases_share_sold` ON `purchases` (`share_id`,`paid_at`,`id`) WHERE state in ('paid', 'disputed', 'refunded') and auto_refund_reason is null;--> statement-breakpoint
CREATE INDEX `purchases_customer` ON `purchases` (`creator_id`,`buyer_email`,`paid_at`,`id`) WHERE state in ('paid', 'disputed', 'refunded') and auto_refund_reason is null and buyer_email is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `purchases_code` ON `purchases` (`creator_id`,`confirmation_code`) WHERE confirmation_code is not null and state <> 'declined';--> statement-breakpoint
CREATE UNIQUE INDEX `purchases_open` ON `purchases` (`buyer_id`,`share_id`,`route`) WHERE state in ('started', 'processing', 'claimed');--> statement-breakpoint
CREATE INDEX `purchases_unpaid` ON `purchases` (case when checked_at is null then created_at + 600000
	else (10 * checked_at - created_at) / 9 end) WHERE state in ('started', 'processing') and route = 'card';--> statement-breakpoint
CREATE INDEX `purchases_unclaimed` ON `purchases` (`created_at`) WHERE state = 'started' and route <> 'card';--> statement-breakpoint
CREATE INDEX `purchases_claims` ON `purchases` (`claimed_at`,`id`) WHERE state in ('claimed', 'declined');--> statement-breakpoint
CREATE INDEX `purchases_cancelled` ON `purchases` (`closed_at`) WHERE state = 'cancelled';--> statement-breakpoint
CREATE INDEX `purchases_to_return` ON `purchases` (`created_at`) WHERE auto_refund_reason is not null and (refunded_cents < price_cents or auto_refund_reason = 'differs');--> statement-breakpoint
CREATE INDEX `purchases_disputed` ON `purchases` (`paid_at`) WHERE state = 'disputed';--> statement-breakpoint
CREATE INDEX `purchases_unposted` ON `purchases` (`paid_at`) WHERE state = 'paid' and route = 'card' and not fee_posted;--> statement-breakpoint
CREATE INDEX `purchases_unbalanced` ON `purchases` (`unbalanced_at`,`id`) WHERE unbalanced_at is not null;--> statement-breakpoint
CREATE INDEX `purchases_late` ON `purchases` (`creator_id`) WHERE auto_refund_reason is not null and unbalanced_at is not null;--> statement-breakpoint
CREATE INDEX `purchases_unbalanced_creator` ON `purchases` (`creator_id`) WHERE unbalanced_at is not null;--> statement-breakpoint
CREATE INDEX `purchases_personal` ON `purchases` (`created_at`) WHERE (buyer_email is not null or confirmation_code is not null or edge_country is not null or card_country is not null or revoke_reason is not null);--> statement-breakpoint
CREATE TABLE `totals` (
	`creator_id` text NOT NULL,
	`share_id` text NOT NULL,
	`day` text NOT NULL,
	`sales` integer DEFAULT 0 NOT NULL,
	`earned_cents` integer DEFAULT 0 NOT NULL,
	`net_cents` integer DEFAULT 0 NOT NULL,
	`views` integer DEFAULT 0 NOT NULL,
	`platform_cents` integer DEFAULT 0 NOT NULL,
	`connected_cents` integer DEFAULT 0 NOT NULL,
	`outside_cents` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`creator_id`, `share_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `file_counts` (
	`file_id` text PRIMARY KEY NOT NULL,
	`share_id` text NOT NULL,
	`seen` integer DEFAULT 0 NOT NULL,
	`hearts` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `file_counts_share` ON `file_counts` (`share_id`);--> statement-breakpoint
CREATE TABLE `share_days` (
	`share_id` text NOT NULL,
	`day` text NOT NULL,
	`source` text NOT NULL,
	`country` text NOT NULL,
	`views` integer DEFAULT 0 NOT NULL,
	`begun` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`share_id`, `day`, `source`, `country`)
);
--> statement-breakpoint
CREATE TABLE `share_views` (
	`share_id` text NOT NULL,
	`day` text NOT NULL,
	`network` text NOT NULL,
	`viewer` text NOT NULL,
	`source` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`share_id`, `day`, `network`, `viewer`)
);
--> statement-breakpoint
CREATE INDEX `share_views_at` ON `share_views` (`at`);--> statement-breakpoint
CREATE TABLE `sanctions` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`creator_id` text NOT NULL,
	`share_id` text,
	`category` text NOT NULL,
	`text` text NOT NULL,
	`legal_order` integer DEFAULT false NOT NULL,
	`case_id` text NOT NULL,
	`imposed_at` integer NOT NULL,
	`imposed_by` text,
	`lifted_at` integer,
	`lifted_by` text,
	`appeal` text DEFAULT 'none' NOT NULL,
	`answer` text,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sanctions_creator` ON `sanctions` (`creator_id`,`imposed_at`);--> statement-breakpoint
CREATE INDEX `sanctions_case` ON `sanctions` (`case_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `sanctions_share` ON `sanctions` (`share_id`) WHERE lifted_at is null and kind = 'take_down';--> statement-breakpoint
CREATE UNIQUE INDEX `sanctions_account` ON `sanctions` (`creator_id`) WHERE lifted_at is null and kind = 'suspension';--> statement-breakpoint
CREATE VIEW `earlier_files` AS select "id", "share_id", "state", "position", "page_order", "original_name", "mime_type", "size", "folder_path", "object_key", "etag", "crc32", "modified_at", "created_at", "version", "version_note", "no_preview", "whole_only", "hidden_pages", "replaced_by", "replaced_at", "kept" from "all_files" where state = 'earlier';--> statement-breakpoint
CREATE VIEW `files` AS select "id", "share_id", "state", "position", "page_order", "original_name", "mime_type", "size", "folder_path", "object_key", "etag", "crc32", "modified_at", "created_at", "version", "version_note", "no_preview", "whole_only", "hidden_pages", "replaced_by", "replaced_at", "kept" from "all_files" where state = 'live';