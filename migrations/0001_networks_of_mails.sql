ALTER TABLE `outbox` ADD `wider_network_key` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `widest_network_key` text;--> statement-breakpoint
CREATE INDEX `outbox_wider_network` ON `outbox` (`wider_network_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_widest_network` ON `outbox` (`widest_network_key`,`created_at`);