import { act } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { show } from "../../test/render.tsx";
import { SuccessCard } from "./success-card.tsx";

const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
	assign.mockClear();
	vi.useFakeTimers();
	return () => void vi.useRealTimers();
});

const paid = () =>
	show(
		<SuccessCard
			page={undefined}
			slug="slug"
			next="/share/slug"
			paymentIntentId="pi_1"
			email="buyer@example.test"
		/>,
	);

test("opens the files after two seconds, which are enough to read that it is paid", () => {
	const { getByRole } = paid();
	expect(getByRole("status").textContent).toContain("Payment successful");
	wait(1_999);
	expect(assign).not.toHaveBeenCalled();
	wait(1);
	expect(assign).toHaveBeenCalledExactlyOnceWith("/share/slug");
});

test("waits while the buyer corrects the address", () => {
	const { getByRole } = paid();
	act(() => getByRole("button", { name: /Wrong address/ }).click());
	wait(60_000);
	expect(assign).not.toHaveBeenCalled();
});
