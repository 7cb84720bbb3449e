import type { shares } from "../../catalogue/shares/tables.ts";
import type { purchases } from "../../purchases/entitlements/tables.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

type Case = {
	/** of the share; by default `published` and sold to each buyer */
	share?: (now: number) => Partial<typeof shares.$inferInsert>;
	/** of the buyer's purchase; null if there is none */
	purchase?: Partial<typeof purchases.$inferInsert> | null;
};

/** The share's state, and that of the "buyer" role's purchase. */
const CASES = {
	paid: {},
	"not bought": { purchase: null },
	started: { purchase: { state: "started", paidAt: null } },
	processing: { purchase: { state: "processing", paidAt: null } },
	claimed: { purchase: { state: "claimed", route: "direct", claimedAt: 1, paidAt: null } },
	declined: {
		purchase: {
			state: "declined",
			route: "direct",
			claimedAt: 1,
			paidAt: null,
			declineReason: "not_found",
		},
	},
	cancelled: { purchase: { state: "cancelled", paidAt: null, closedAt: 1 } },
	refunded: { purchase: { state: "refunded", refundedCents: 1000 } },
	disputed: { purchase: { state: "disputed" } },
	revoked: { purchase: { revokedAt: 1, revokeReason: "A reason." } },
	stopped: { share: () => ({ selling: false }) },
	expired: { share: (now) => ({ expiresAt: now - 1000 }) },
	"sold out": { share: () => ({ maxSales: 1 }) },
	locked: { share: () => ({ passwordHash: "of no password", unlockHash: "of no token" }) },
	"not open yet": { share: (now) => ({ opensAt: now + DAY_MS }) },
	/** paid long before the downloads ended */
	ended: { share: (now) => ({ expiresAt: now - 1000, endsAccess: true }), purchase: { paidAt: 1 } },
	"link, not bought": { share: () => ({ saleMode: "link" }), purchase: null },
	"link, paid": { share: () => ({ saleMode: "link" }) },
	"link, refunded": {
		share: () => ({ saleMode: "link" }),
		purchase: { state: "refunded", refundedCents: 1000 },
	},
	"link, revoked": {
		share: () => ({ saleMode: "link" }),
		purchase: { revokedAt: 1, revokeReason: "A reason." },
	},
	uploading: { share: () => ({ status: "uploading", publishedAt: null }) },
	"taken down": { share: () => ({ status: "taken_down" }) },
	"taken down by order": { share: () => ({ status: "taken_down", legalOrder: true }) },
	"deleted, kept": {
		share: (now) => ({
			status: "deleted",
			deletedAt: now,
			deletion: "kept",
			keptUntil: now + 30 * DAY_MS,
		}),
	},
	"deleted, period over": {
		share: (now) => ({
			status: "deleted",
			deletedAt: now,
			deletion: "kept",
			keptUntil: now - 1000,
		}),
	},
	/** of a creator without a column */
	"creator suspended": {},
	"deleted, erased": { share: (now) => ({ status: "deleted", deletedAt: now }) },
} as const satisfies Record<string, Case>;

export type CaseName = keyof typeof CASES;
export const CASE_NAMES = Object.keys(CASES) as CaseName[];

export function caseOf(name: CaseName): Required<Case> {
	const { share = () => ({}), purchase = {} }: Case = CASES[name];
	return { share, purchase };
}
