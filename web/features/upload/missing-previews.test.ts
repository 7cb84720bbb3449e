import { beforeEach, expect, it, vi } from "vitest";
import type {
	MissingPreviews,
	PreviewFailure,
} from "../../../worker/files/previews/contract/previews.ts";
import { makeMissingPreviews } from "./missing-previews.ts";

const OWNER = { id: "casey", name: "Casey" };

let stored: Record<string, PreviewFailure | null>;
let tried: string[];

vi.mock("../../lib/server/queries/missing-previews.ts", () => ({
	fetchMissingPreviews: async (): Promise<MissingPreviews> => ({
		shares: [
			{
				shareId: "s1",
				title: "Dunes",
				preview: { images: "blur", clip: "30" },
				made: 0,
				total: 2,
				files: Object.entries(stored).map(([id, failure]) => ({ id, name: id, size: 5, failure })),
			},
		],
	}),
	putPreviewFailure: async (id: string, reason: PreviewFailure) => {
		stored[id] = reason;
	},
	refreshPreviews: () => {},
}));
vi.mock("../../lib/link-card/update-card.ts", () => ({ updateLinkCard: async () => {} }));
vi.mock("../../preview-engine/stock.ts", () => ({ stock: null }));
vi.mock("../../preview-engine/original.ts", () => ({ RemoteOriginal: class {} }));
vi.mock("./preview-delivery.ts", () => ({
	PreviewDelivery: class {
		ended = Promise.resolve();
		constructor(_stock: null, files: readonly { id: string }[]) {
			tried.push(...files.map(({ id }) => id));
		}
	},
}));

beforeEach(() => {
	tried = [];
});

it("retries failures once on each visit, and again when asked to", async () => {
	stored = { "new.wav": null, "failed.wav": "slow" };
	await makeMissingPreviews(OWNER, false);
	expect(tried).toEqual(["new.wav", "failed.wav"]);
	// Previews delayed by the network are tried again.
	await makeMissingPreviews(OWNER, false);
	expect(tried.slice(2)).toEqual(["new.wav"]);
	await makeMissingPreviews(OWNER, true);
	expect(tried.slice(3)).toEqual(["new.wav", "failed.wav"]);
});
