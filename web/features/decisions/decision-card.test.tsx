import { expect, test } from "vitest";
import { show } from "../../test/render.tsx";
import { DecisionCard } from "./decision-card.tsx";

test.each([true, false])("names an authority's order (%s)", (legalOrder) => {
	const { queryByText } = show(
		<DecisionCard
			decision={{
				id: "sanction",
				kind: "take_down",
				share: { id: "slug", title: "Ordered away" },
				category: "illegal",
				text: "Ordered by the court of Leeds.",
				legalOrder,
				imposedAt: "2026-05-01T10:00:00.000Z",
				liftedAt: null,
				appeal: "none",
				answer: null,
			}}
		/>,
	);
	expect(queryByText("An authority ordered us to do this.") !== null).toBe(legalOrder);
});
