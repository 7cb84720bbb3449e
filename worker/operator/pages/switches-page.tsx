import type { OperatorCtx } from "../../accounts/operator-only.ts";
import type { Pausable } from "../../contract/switches.ts";
import { switches } from "../../platform/tables.ts";
import { isPausedByVariable, PAUSABLES } from "../../switches.ts";
import { consolePage } from "./layout.tsx";
import { Table, Tag, Time } from "./pieces.tsx";

/** What each switch pauses, as the operator reads it. */
export const SWITCH_NAMES: Readonly<Record<Pausable, string>> = {
	uploads: "Uploads",
	cardPayments: "Card payments and subscriptions",
	directPayments: "Direct payments",
	registration: "New accounts",
	mail: "Mails",
	maintenance: "The whole site",
};

/** What can be paused, with a button each. */
export async function switchesPage(
	ctx: OperatorCtx,
	{ done }: { done?: string | undefined },
): Promise<Response> {
	const rows = await ctx.db.select().from(switches);
	const since = new Map(rows.map(({ name, pausedAt }) => [name, pausedAt]));
	return consolePage(
		ctx,
		{ title: "Switches", section: "/operator/switches", done },
		<>
			<h1>Switches</h1>
			<p class="muted">
				A switch works everywhere within seconds. Payments that have begun, webhooks and scheduled
				jobs go on; mails wait and are sent afterwards. While the whole site is paused, this console
				and signing in are not. What a variable pauses is ended by a deploy.
			</p>
			<section>
				<Table
					head={["What", "State", "Act"]}
					rows={PAUSABLES.map((name) => {
						const at = since.get(name);
						const isPaused = at !== undefined;
						return [
							SWITCH_NAMES[name],
							isPaused ? (
								<span key="state">
									<Tag of="paused" /> since <Time ms={at} />
								</span>
							) : (
								<Tag
									key="state"
									of={isPausedByVariable(ctx, name) ? "paused by its variable" : "running"}
								/>
							),
							<form key="set" method="post" action={`/operator/switches/${name}`}>
								<input type="hidden" name="paused" value={isPaused ? "no" : "yes"} />
								<button type="submit" class={isPaused ? "" : "danger"}>
									{isPaused ? "Resume" : "Pause"} {SWITCH_NAMES[name].toLowerCase()}
								</button>
							</form>,
						];
					})}
					empty="There are no switches."
				/>
			</section>
		</>,
	);
}
