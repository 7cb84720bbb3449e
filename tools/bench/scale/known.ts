import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { fillTable } from "./fill-table.ts";

const DAY = 24 * 60 * 60 * 1000;

/** SHA-256 as the product stores it for tokens in cookies. */
const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

export const KNOWN = {
	session: "session-token-of-the-bench-0123456789abcdef",
	buyer: "buyer-token-of-the-bench-0123456789abcdefgh",
	creator: "bench-creator-00000000",
	handle: "bench",
	large: "0large-share-0000000000",
	own: "0own-share-000000000000",
	hot: "0hot-share-000000000000",
	email: "bench-buyer@example.test",
} as const;

/**
 * Adds a creator with twenty shares, one of 2,000 files, and one with a hundredth as many sales as there
 * are shares.
 */
export function addKnown(db: DatabaseSync, shares: number, now: number): void {
	const far = now + 20 * DAY;
	db.exec(`
		insert into users (id, email, password_hash, plan, email_verified_at, created_at)
			values ('${KNOWN.creator}', 'bench@example.test', 'unusable', 'pro', ${now}, ${now});
		insert into sessions (token_hash, id, user_id, created_at, last_seen_at, expires_at)
			values ('${hashOf(KNOWN.session)}', 'bench-session', '${KNOWN.creator}', ${now}, ${now}, ${far});
		insert into creator_pages (user_id, links, created_at) values ('${KNOWN.creator}', '[]', ${now});
		insert into creator_handles (handle, user_id, created_at) values ('${KNOWN.handle}', '${KNOWN.creator}', ${now});
		insert into buyers (id, token_hash, created_at, expires_at)
			values ('bench-buyer-0000000000', '${hashOf(KNOWN.buyer)}', ${now}, ${far});
		insert into buyers (id, token_hash, created_at, expires_at) values ('bench-crowd', 'none', ${now}, ${far});`);
	const fields = "creator_id, title, price_cents, listed, status, created_at, published_at";
	const values = `'${KNOWN.creator}', 'Share', 1000, 1, 'published', ${now}, ${now}`;
	const addShare = (shareId: string, slug: string, files: number) => {
		db.exec(`insert into shares (id, slug, ${fields}, file_count, total_size)
			values ('${shareId}', '${slug}', ${values}, ${files}, ${files * 1000})`);
		fillTable(db, "files", files, {
			id: `'${shareId}-file-' || i`,
			share_id: `'${shareId}'`,
			position: "i",
			original_name: "'file-' || i || '.txt'",
			mime_type: "'text/plain'",
			size: 1000,
			folder_path: "'Folder ' || i / 500",
			object_key: `'originals/${shareId}/' || i`,
			etag: "'etag'",
			crc32: 1,
			modified_at: now,
			created_at: now,
		});
	};
	addShare("bench-large", KNOWN.large, 2000);
	addShare("bench-own", KNOWN.own, 5);
	for (let n = 0; n < 18; n++) addShare(`bench-other-${n}`, `0other-share-${n}-00000000`, 5);
	// Another creator's, whose lists may be long.
	addShare("bench-hot", KNOWN.hot, 5);
	db.exec(
		`update shares set listed = 0, creator_id = (select id from users limit 1) where id = 'bench-hot'`,
	);
	const sale = (sold: string, buyerId: string) => ({
		share_id: `'${sold}'`,
		share_title: "'Share'",
		creator_id: `(select creator_id from shares where shares.id = '${sold}')`,
		buyer_id: `'${buyerId}'`,
		buyer_email: `'${buyerId === "bench-crowd" ? "crowd@example.test" : KNOWN.email}'`,
		route: "'card'",
		state: "'paid'",
		price_cents: 1000,
		currency: "'usd'",
		fee_bps: 500,
		platform_fee_cents: 50,
		fee_posted: 1,
		created_at: now,
		paid_at: now,
	});
	for (const sold of ["bench-large", "bench-hot", "bench-other-1"]) {
		fillTable(db, "purchases", 1, {
			...sale(sold, "bench-buyer-0000000000"),
			id: `'${sold}-purchase'`,
			reference: `'${sold}'`,
		});
		db.exec(`insert into purchase_holders (purchase_id, buyer_id, created_at)
			values ('${sold}-purchase', 'bench-buyer-0000000000', ${now})`);
	}
	const crowd = sale("bench-hot", "bench-crowd");
	fillTable(db, "purchases", shares / 100, {
		...crowd,
		id: "'hot-' || i",
		reference: "'hot-' || i",
	});
	fillTable(db, "purchase_holders", shares / 100, {
		purchase_id: "'hot-' || i",
		buyer_id: "'bench-crowd'",
		created_at: now,
	});
}
