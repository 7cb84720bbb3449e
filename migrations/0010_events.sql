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
-- What endpoints were told in the last thirty days, once for each event, in the order in which it happened.
INSERT INTO creator_events (user_id, seq, event_key, type, data, after_key, not_before, created_at)
SELECT user_id, created_at + row_number() OVER (PARTITION BY user_id ORDER BY created_at, event_key), event_key, type, data, NULL, 0, created_at
FROM (
	SELECT endpoint.user_id AS user_id, message.event_key AS event_key, message.type AS type, message.data AS data, min(message.created_at) AS created_at
	FROM webhook_messages message JOIN webhook_endpoints endpoint ON endpoint.id = message.endpoint_id
	WHERE message.type <> 'webhook.test' AND message.event_key NOT LIKE 'sample:%'
	GROUP BY endpoint.user_id, message.event_key
);
--> statement-breakpoint
-- On one line, as in 0003.
CREATE TRIGGER creator_events_insert AFTER INSERT ON creator_events BEGIN INSERT OR IGNORE INTO webhook_messages (id, endpoint_id, event_key, type, data, created_at, attempts, next_attempt_at) SELECT 'msg_' || lower(hex(randomblob(16))), endpoint.id, new.event_key, new.type, new.data, new.created_at, 0, iif(endpoint.url IS NOT NULL AND endpoint.off_reason IS NULL, max(new.created_at, new.not_before), NULL) FROM webhook_endpoints endpoint WHERE endpoint.user_id = new.user_id AND (endpoint.expires_at IS NULL OR endpoint.expires_at > new.created_at) AND EXISTS (SELECT 1 FROM json_each(endpoint.events) wanted WHERE wanted.value IN ('*', new.type)) AND (new.after_key IS NULL OR EXISTS (SELECT 1 FROM webhook_messages earlier WHERE earlier.endpoint_id = endpoint.id AND earlier.event_key = new.after_key)); END;
