import type { readCreator } from "../read/subjects.ts";
import { SanctionActs } from "./decision-forms.tsx";
import { CATEGORY_NAMES, Table, Tag, Time } from "./pieces.tsx";

type CaseRow = Awaited<ReturnType<typeof readCreator>>["cases"][number];
type Sanction = Awaited<ReturnType<typeof readCreator>>["sanctions"][number];

export function Cases({ rows }: { rows: readonly CaseRow[] }) {
	return (
		<section>
			<h2>Cases</h2>
			<Table
				head={["Last word", "About", "State"]}
				rows={rows.map((row) => [
					<Time key="at" ms={row.updatedAt} />,
					<a key="subject" href={`/operator/cases/${row.id}`}>
						{row.subject}
					</a>,
					<Tag key="state" of={row.state} />,
				])}
				empty="None."
			/>
		</section>
	);
}

/** The decisions in force, and the possible acts on them. */
export function Sanctions({ rows }: { rows: readonly Sanction[] }) {
	const inForce = rows.filter(({ liftedAt }) => liftedAt === null);
	if (inForce.length === 0) return null;
	return (
		<section>
			<h2>Decisions in force</h2>
			{inForce.map((one) => (
				<div key={one.id} class="entry">
					<strong>{one.kind === "take_down" ? "Take-down" : "Suspension"}</strong>{" "}
					<span class="muted small">
						{CATEGORY_NAMES[one.category]}, since <Time ms={one.imposedAt} />
					</span>
					<pre>{one.text}</pre>
					<SanctionActs id={one.id} appeal={one.appeal} />
				</div>
			))}
		</section>
	);
}
