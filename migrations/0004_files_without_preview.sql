ALTER TABLE `earlier_files` ADD `no_preview` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `files` ADD `no_preview` integer DEFAULT false NOT NULL;