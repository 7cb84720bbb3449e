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
ALTER TABLE `earlier_files` ADD `no_preview` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `files` ADD `no_preview` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `shares` ADD `title_key` text;--> statement-breakpoint
CREATE INDEX `shares_creator_order` ON `shares` (`creator_id`,`created_at`,`id`);--> statement-breakpoint
INSERT INTO `totals` (`creator_id`, `share_id`, `day`, `sales`, `earned_cents`, `net_cents`, `views`, `platform_cents`, `connected_cents`, `outside_cents`)
WITH counted AS (
	SELECT creator_id, share_id, date(coalesce(paid_at, 0) / 1000, 'unixepoch') AS day, state = 'paid' AS sales,
		iif(state = 'paid', price_cents - refunded_cents, 0) AS earned_cents,
		iif(auto_refund_reason IS NULL, (SELECT coalesce(sum(amount_cents), 0) FROM ledger WHERE purchase_id = purchases.id)
			- iif(fee_posted, 0, processing_fee_cents), 0) AS net_cents, 0 AS views
	FROM purchases WHERE state IN ('paid', 'disputed', 'refunded')
	UNION ALL
	SELECT shares.creator_id, shares.id, share_days.day, 0, 0, 0, share_days.views
	FROM share_days JOIN shares ON shares.id = share_days.share_id
)
SELECT creator_id, share_id, day, sum(sales), sum(earned_cents), sum(net_cents), sum(views),
	sum(platform_cents), sum(connected_cents), sum(outside_cents)
FROM (
	SELECT creator_id, '' AS share_id, '' AS day, sales, earned_cents, net_cents, views,
		0 AS platform_cents, 0 AS connected_cents, 0 AS outside_cents FROM counted
	UNION ALL
	SELECT creator_id, share_id, '', sales, earned_cents, net_cents, views, 0, 0, 0 FROM counted
	UNION ALL
	SELECT creator_id, '', day, sales, earned_cents, 0, views, 0, 0, 0 FROM counted
	UNION ALL
	SELECT creator_id, '', '', 0, 0, 0, 0, iif(account = 'platform', amount_cents, 0),
		iif(account = 'connected', amount_cents, 0), iif(account = 'outside', amount_cents, 0) FROM ledger
) GROUP BY 1, 2, 3;
--> statement-breakpoint
-- D1 splits a migration into statements itself, and takes a trigger for one only if it stands on one line, with an
-- upper-case BEGIN and a single END: a test checks that of every migration.
CREATE TRIGGER totals_purchases_insert AFTER INSERT ON purchases WHEN new.state IN ('paid', 'disputed', 'refunded') BEGIN INSERT INTO totals (creator_id, share_id, day, sales, earned_cents, net_cents) SELECT new.creator_id, iif(part = 'share', new.share_id, ''), iif(part = 'day', date(coalesce(new.paid_at, 0) / 1000, 'unixepoch'), ''), new.state = 'paid', iif(new.state = 'paid', new.price_cents - new.refunded_cents, 0), iif(part = 'day' OR new.auto_refund_reason IS NOT NULL OR new.fee_posted, 0, -new.processing_fee_cents) FROM (SELECT 'all' AS part UNION ALL SELECT 'share' UNION ALL SELECT 'day') WHERE true ON CONFLICT (creator_id, share_id, day) DO UPDATE SET sales = sales + excluded.sales, earned_cents = earned_cents + excluded.earned_cents, net_cents = net_cents + excluded.net_cents; END;
--> statement-breakpoint
CREATE TRIGGER totals_purchases_update AFTER UPDATE OF creator_id, share_id, state, auto_refund_reason, price_cents, refunded_cents, processing_fee_cents, fee_posted, paid_at ON purchases WHEN (old.creator_id, old.share_id, old.state, old.auto_refund_reason, old.price_cents, old.refunded_cents, old.processing_fee_cents, old.fee_posted, old.paid_at) IS NOT (new.creator_id, new.share_id, new.state, new.auto_refund_reason, new.price_cents, new.refunded_cents, new.processing_fee_cents, new.fee_posted, new.paid_at) AND (old.state IN ('paid', 'disputed', 'refunded') OR new.state IN ('paid', 'disputed', 'refunded')) BEGIN INSERT INTO totals (creator_id, share_id, day, sales, earned_cents, net_cents) SELECT creator, iif(part = 'share', share, ''), iif(part = 'day', paid_on, ''), sum(n), sum(earned), iif(part = 'day', 0, sum(net)) FROM (SELECT old.creator_id AS creator, old.share_id AS share, date(coalesce(old.paid_at, 0) / 1000, 'unixepoch') AS paid_on, -(old.state = 'paid') AS n, -iif(old.state = 'paid', old.price_cents - old.refunded_cents, 0) AS earned, -iif(old.auto_refund_reason IS NULL, (SELECT coalesce(sum(amount_cents), 0) FROM ledger WHERE purchase_id = old.id) - iif(old.fee_posted, 0, old.processing_fee_cents), 0) AS net WHERE old.state IN ('paid', 'disputed', 'refunded') UNION ALL SELECT new.creator_id AS creator, new.share_id AS share, date(coalesce(new.paid_at, 0) / 1000, 'unixepoch') AS paid_on, (new.state = 'paid') AS n, iif(new.state = 'paid', new.price_cents - new.refunded_cents, 0) AS earned, iif(new.auto_refund_reason IS NULL, (SELECT coalesce(sum(amount_cents), 0) FROM ledger WHERE purchase_id = new.id) - iif(new.fee_posted, 0, new.processing_fee_cents), 0) AS net WHERE new.state IN ('paid', 'disputed', 'refunded')) CROSS JOIN (SELECT 'all' AS part UNION ALL SELECT 'share' UNION ALL SELECT 'day') GROUP BY 1, 2, 3, part HAVING sum(n) <> 0 OR sum(earned) <> 0 OR (part <> 'day' AND sum(net) <> 0) ON CONFLICT (creator_id, share_id, day) DO UPDATE SET sales = sales + excluded.sales, earned_cents = earned_cents + excluded.earned_cents, net_cents = net_cents + excluded.net_cents; END;
--> statement-breakpoint
CREATE TRIGGER totals_ledger_insert AFTER INSERT ON ledger WHEN new.amount_cents <> 0 BEGIN INSERT INTO totals (creator_id, share_id, day, platform_cents, connected_cents, outside_cents) VALUES (new.creator_id, '', '', iif(new.account = 'platform', new.amount_cents, 0), iif(new.account = 'connected', new.amount_cents, 0), iif(new.account = 'outside', new.amount_cents, 0)) ON CONFLICT (creator_id, share_id, day) DO UPDATE SET platform_cents = platform_cents + excluded.platform_cents, connected_cents = connected_cents + excluded.connected_cents, outside_cents = outside_cents + excluded.outside_cents; INSERT INTO totals (creator_id, share_id, day, net_cents) SELECT creator_id, iif(part = 'share', share_id, ''), '', new.amount_cents FROM purchases CROSS JOIN (SELECT 'all' AS part UNION ALL SELECT 'share') WHERE id = new.purchase_id AND state IN ('paid', 'disputed', 'refunded') AND auto_refund_reason IS NULL ON CONFLICT (creator_id, share_id, day) DO UPDATE SET net_cents = net_cents + excluded.net_cents; END;
--> statement-breakpoint
CREATE TRIGGER totals_share_days_insert AFTER INSERT ON share_days WHEN new.views <> 0 BEGIN INSERT INTO totals (creator_id, share_id, day, views) SELECT creator_id, iif(part = 'share', id, ''), iif(part = 'day', new.day, ''), new.views FROM shares CROSS JOIN (SELECT 'all' AS part UNION ALL SELECT 'share' UNION ALL SELECT 'day') WHERE id = new.share_id ON CONFLICT (creator_id, share_id, day) DO UPDATE SET views = views + excluded.views; END;
--> statement-breakpoint
CREATE TRIGGER totals_share_days_update AFTER UPDATE OF views ON share_days WHEN new.views <> old.views BEGIN INSERT INTO totals (creator_id, share_id, day, views) SELECT creator_id, iif(part = 'share', id, ''), iif(part = 'day', new.day, ''), new.views - old.views FROM shares CROSS JOIN (SELECT 'all' AS part UNION ALL SELECT 'share' UNION ALL SELECT 'day') WHERE id = new.share_id ON CONFLICT (creator_id, share_id, day) DO UPDATE SET views = views + excluded.views; END;
--> statement-breakpoint
CREATE TRIGGER totals_share_days_delete AFTER DELETE ON share_days WHEN old.views <> 0 BEGIN INSERT INTO totals (creator_id, share_id, day, views) SELECT creator_id, iif(part = 'share', id, ''), iif(part = 'day', old.day, ''), -old.views FROM shares CROSS JOIN (SELECT 'all' AS part UNION ALL SELECT 'share' UNION ALL SELECT 'day') WHERE id = old.share_id ON CONFLICT (creator_id, share_id, day) DO UPDATE SET views = views + excluded.views; END;
