import { act } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { show } from "../test/render.tsx";
import { toast } from "./toast.ts";
import { Toaster } from "./toaster.tsx";

vi.mock("./toast-area.tsx", () => {
	throw new TypeError("Failed to fetch dynamically imported module");
});

test("shows a toast although the toasts' code could not be loaded", async () => {
	const { findByRole, queryByRole, user } = show(<Toaster label="Messages (F8)" />);
	act(() => void toast({ title: "Upload Failed", text: "The network is gone." }));
	expect((await findByRole("alert")).textContent).toContain("The network is gone.");
	await user.click(await findByRole("button", { name: "Close" }));
	expect(queryByRole("alert")).toBeNull();
});
