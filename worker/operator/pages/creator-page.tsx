import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { REPEAT_INFRINGER, readCreator } from "../read/subjects.ts";
import { consolePage } from "./layout.tsx";
import {
	Act,
	Acts,
	DecisionFields,
	FinalAct,
	money,
	Properties,
	Reason,
	Table,
	Tag,
	Time,
} from "./pieces.tsx";
import { Cases, Sanctions } from "./related.tsx";

type Shown = { id: string; done?: string | undefined };

export async function creatorPage(ctx: OperatorCtx, { id, done }: Shown): Promise<Response> {
	const found = await readCreator(ctx, id);
	const { user, payout } = found;
	const here = `/operator/creators/${id}`;
	const balance = (account: "held" | "connected" | "outside") =>
		found.balances.map((one) => money(one[`${account}Cents`], one.currency)).join(", ");
	const factors = [
		...(user.totpConfirmedAt === null ? [] : ["authenticator app"]),
		...(found.passkeys === 0 ? [] : [`passkeys: ${found.passkeys}`]),
	];
	return consolePage(
		ctx,
		{ title: user.email, done },
		<>
			<h1>{user.displayName ?? user.email}</h1>
			<p class="muted">
				Creator <Tag of={user.deletedAt ? "deleted" : user.suspendedAt ? "suspended" : "active"} />
			</p>
			{found.infringements >= REPEAT_INFRINGER && (
				<p class="note bad">
					Repeat infringer: {found.infringements} take-downs for copyright are in force. Consider a
					suspension.
				</p>
			)}
			<div class="columns">
				<div>
					<section>
						<h2>Shares</h2>
						<Table
							head={["Created", "Title", "Price", "State"]}
							rows={found.shares.map((share) => [
								<Time key="at" ms={share.createdAt} />,
								<a key="title" href={`/operator/shares/${share.id}`}>
									{share.title}
								</a>,
								money(share.priceCents, share.currency),
								<Tag key="state" of={share.status} />,
							])}
							empty="None."
						/>
					</section>
					<section>
						<h2>Purchases</h2>
						<Table
							head={["Begun", "Reference", "Price", "State"]}
							rows={found.sales.map((sale) => [
								<Time key="at" ms={sale.createdAt} />,
								<a key="reference" href={`/operator/purchases/${sale.id}`}>
									{sale.reference}
								</a>,
								money(sale.priceCents, sale.currency),
								<Tag key="state" of={sale.state} />,
							])}
							empty="None."
						/>
					</section>
					<Cases rows={found.cases} />
					<section>
						<h2>What happened</h2>
						<Acts rows={found.acts} />
					</section>
				</div>
				<div>
					<section>
						<h2>Account</h2>
						<Properties
							rows={[
								["Address", user.email],
								[
									"Confirmed",
									user.emailVerifiedAt === null ? (
										"not yet"
									) : (
										<Time key="at" ms={user.emailVerifiedAt} />
									),
								],
								["Since", <Time key="at" ms={user.createdAt} />],
								["Plan", user.plan],
								["Language", user.locale],
								["Currency", user.currency.toUpperCase()],
								["Second factor", factors.join(", ") || "none"],
								["Sessions", String(found.sessions)],
								["Held by the platform", balance("held")],
								["At the connected account", balance("connected")],
								["Cash App", payout?.cashAppHandle],
								["Payment link", payout?.directLink],
								["Connected account", payout?.stripeAccountId],
								["Copyright take-downs", String(found.infringements)],
								["Id", user.id],
							]}
						/>
					</section>
					<Sanctions rows={found.sanctions} />
					<section>
						<h2>Act</h2>
						{user.suspendedAt === null && user.deletedAt === null && (
							<Act title="Suspend" action={`${here}/suspend`} button="Suspend" danger>
								<p class="muted">Sales and uploads stop. Buyers keep their files.</p>
								<DecisionFields />
							</Act>
						)}
						<FinalAct
							ctx={ctx}
							here={here}
							title="End all sessions"
							action={`${here}/end-sessions`}
							button="End all sessions"
						>
							<Reason hint="For the audit log." />
						</FinalAct>
						<FinalAct
							ctx={ctx}
							here={here}
							title="Reset the second factor"
							action={`${here}/reset-second-factor`}
							button="Reset the second factor"
						>
							<Reason
								label="Proof"
								hint="How this person has proven to own the account. For the audit log."
							/>
						</FinalAct>
						{found.newAddress && (
							<FinalAct
								ctx={ctx}
								here={here}
								title={`Change the address to ${found.newAddress}`}
								action={`${here}/agree-to-address`}
								button="Change the address"
							>
								<p class="muted">It is confirmed there. The old address has not answered.</p>
								<input type="hidden" name="email" value={found.newAddress} />
								<Reason
									label="Proof"
									hint="How this person has proven to own the account. For the audit log."
								/>
							</FinalAct>
						)}
					</section>
				</div>
			</div>
		</>,
	);
}
