import { expect, test } from "vitest";
import { show } from "../../test/render.tsx";
import { PlanCards } from "./plan-cards.tsx";

test.each([
	[true, "Current Plan", "/dashboard"],
	[false, "Start free", "/auth?tab=sign-up"],
])("offers the free plan to a person who is signed in: %s", (isSignedIn, label, href) => {
	const { getByText, queryByText } = show(
		<PlanCards isSignedIn={isSignedIn} pending={false} onSubscribe={() => undefined} />,
	);
	expect(getByText(label).closest("a")?.getAttribute("href")).toBe(href);
	if (!isSignedIn) expect(queryByText("Current Plan")).toBeNull();
});
