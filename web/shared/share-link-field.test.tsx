import { expect, test, vi } from "vitest";
import { show } from "../test/render.tsx";
import { toastStore } from "../ui/toast.ts";
import { ShareLinkField } from "./share-link-field.tsx";

test("asks to copy the link by hand if the browser refuses", async () => {
	const { getByRole, user } = show(<ShareLinkField slug="slug" />);
	vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("refused"));
	await user.click(getByRole("button", { name: "Copy" }));
	await vi.waitFor(() =>
		expect(toastStore.get()).toMatchObject({
			title: "Failed to copy",
			text: "Please copy the link manually",
		}),
	);
});
