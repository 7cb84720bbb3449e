import type { OperatorCtx } from "../../accounts/operator-only.ts";
import type { Pausable } from "../../contract/switches.ts";
import { isPausedByVariable, PAUSABLES } from "../../core/switches.ts";
import { switches } from "../../platform/tables.ts";
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

/** What stops during the pause, and what continues. */
const EFFECTS: Readonly<Record<Pausable, string>> = {
	uploads: "Nobody can upload or publish. What was sent is kept, and open uploads wait.",
	cardPayments: "No card payment and no subscription begins. Refunds, payouts and renewals go on.",
	directPayments: "No direct payment begins. Buyers who have already paid can still say so.",
	registration: "Nobody can sign up. Signing in and buying go on.",
	mail: "Mails wait, and are sent afterwards.",
	maintenance:
		"Every page says that we will be back, and downloads stop. This console and signing in go on.",
};

/** Everything that can be paused, each with a button. */
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
				jobs go on. What a variable pauses is ended by a deploy.
			</p>
			<section>
				<Table
					head={["What", "State", "Act"]}
					rows={PAUSABLES.map((name) => {
						const at = since.get(name);
						const isPaused = at !== undefined;
						const verb = isPaused ? "Resume" : "Pause";
						return [
							<span key="what">
								<strong>{SWITCH_NAMES[name]}</strong>
								<br />
								<span class="muted">{EFFECTS[name]}</span>
							</span>,
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
								<button
									type="submit"
									class={isPaused ? "" : "danger"}
									aria-label={`${verb} ${SWITCH_NAMES[name].toLowerCase()}`}
								>
									{verb}
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
