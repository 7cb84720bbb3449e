import { act } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { shareOf } from "../../../worker/test/fixtures/share-page.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import { fetchShare } from "../../lib/server/queries/share-response.ts";
import { show } from "../../test/render.tsx";
import { useShare } from "./use-share.ts";

vi.mock("../../lib/buying/purchase-events.ts", () => ({ onPurchase: () => () => undefined }));
vi.mock("../../lib/server/queries/share-response.ts", () => ({ fetchShare: vi.fn() }));

const page = shareOf([], { title: "Low tide" });

function Title({ of = page }) {
	const { data, error } = useShare("slug", { page: of }, "none");
	return <output>{error === undefined ? data?.fileShare.title : "failed"}</output>;
}

afterEach(() => vi.restoreAllMocks());

/** Focuses the page again while the server answers with this error. */
async function lookedAtAgain(
	status: number,
	code: "share.locked" | "share.ended" | "share.taken_down",
) {
	const reload = vi.spyOn(location, "reload").mockReturnValue();
	vi.mocked(fetchShare).mockRejectedValue(new ApiFailure(status, { code, message: "" }));
	const shown = show(<Title />);
	expect(shown.getByRole("status").textContent).toBe("Low tide");
	await act(async () => window.dispatchEvent(new Event("focus")));
	await vi.waitFor(() => expect(shown.getByRole("status").textContent).toBe("failed"));
	return reload;
}

test.each(["share.locked", "share.ended"] as const)(
	"a page whose share is closed meanwhile loads its document again: %s",
	async (code) => expect(await lookedAtAgain(403, code)).toHaveBeenCalledOnce(),
);

test("keeps a page whose share is taken down in the meantime", async () => {
	expect(await lookedAtAgain(410, "share.taken_down")).not.toHaveBeenCalled();
});

test("shows a share as soon as its upload is published, also after failures of the network", async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true });
	const uploading = shareOf([], { title: "Still uploading", status: "uploading" });
	const { getByRole } = show(<Title of={uploading} />);
	const answers = [uploading, "failed", "failed", "failed", "failed", page];
	for (const answer of answers) {
		vi.mocked(fetchShare).mockImplementation(async () => {
			if (answer instanceof Object) return answer;
			throw new TypeError("Failed to fetch");
		});
		await act(() => vi.advanceTimersByTimeAsync(10_000));
	}
	expect(getByRole("status").textContent).toBe("Low tide");
});
