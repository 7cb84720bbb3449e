ALTER TABLE `payout_methods` ADD `direct_link` text;--> statement-breakpoint
ALTER TABLE `purchases` ADD `direct_host` text;