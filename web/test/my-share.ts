import type { MyShare } from "../../worker/catalogue/shares/contract/shares.ts";
import { shareOf } from "../../worker/test/fixtures/share-page.ts";

export function myShareOf(fields: Partial<MyShare>): MyShare {
	return {
		...shareOf([], { createdAt: "2026-01-01T00:00:00Z", isOwner: true }).fileShare,
		cover: null,
		files: [],
		sales: 0,
		earned: "0.00",
		net: "0.00",
		views: 0,
		licence: null,
		indexed: true,
		listed: false,
		opensAt: null,
		endsAccess: false,
		samples: [],
		samplesMarked: true,
		hasPassword: false,
		externalId: null,
		pendingClaims: 0,
		price: "1.00",
		...fields,
	};
}
