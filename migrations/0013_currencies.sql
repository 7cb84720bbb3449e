ALTER TABLE `shares` ADD `currency` text DEFAULT 'usd' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `currency` text DEFAULT 'usd' NOT NULL;--> statement-breakpoint
ALTER TABLE `ledger` ADD `settled_cents` integer;--> statement-breakpoint
ALTER TABLE `payout_methods` ADD `platform_currency` text DEFAULT 'usd' NOT NULL;--> statement-breakpoint
ALTER TABLE `payout_transfers` ADD `settled_cents` integer;--> statement-breakpoint
ALTER TABLE `purchases` ADD `settled_currency` text;--> statement-breakpoint
ALTER TABLE `purchases` ADD `settled_cents` integer;