import type { cases } from "../../core/cases/tables.ts";
import type { sanctions } from "../../trust/moderation/tables.ts";
import type { Offer } from "../acts.tsx";
import { link, muted, type Section, table, tag, time } from "../console-page.tsx";
import { CATEGORY_NAMES } from "../forms.tsx";

export const casesSection = (rows: readonly (typeof cases.$inferSelect)[]): Section => ({
	heading: "Cases",
	body: table(
		["Last word", "About", "State"],
		rows.map((row) => [
			time(row.updatedAt),
			link(`/operator/cases/${row.id}`, row.subject),
			tag(row.state),
		]),
	),
});

export const decisionsSection = (
	rows: readonly (typeof sanctions.$inferSelect)[],
	offer: Offer,
): Section[] =>
	rows.length === 0
		? []
		: [
				{
					heading: "Decisions",
					body: rows.map((one) => (
						<div key={one.id} class="entry">
							<strong>{one.kind === "take_down" ? "Take-down" : "Suspension"}</strong>{" "}
							{muted(
								<>
									{CATEGORY_NAMES[one.category]}, since {time(one.imposedAt)}
									{one.liftedAt !== null && <>, lifted {time(one.liftedAt)}</>}
									{one.appeal !== "none" && `, appeal ${one.appeal}`}
								</>,
							)}
							<pre>{one.text}</pre>
							{one.liftedAt === null && offer("/sanctions/:id/lift", one.id)}
							{one.appeal === "open" && offer("/sanctions/:id/reject", one.id)}
						</div>
					)),
				},
			];
