import { balanceOf } from "../balance-transactions.ts";
import { ownCall, type Sandbox } from "../call.ts";
import { money } from "../money.ts";

/** An account's money in words, by currency; '' is the platform. */
export function balanceText(sandbox: Sandbox, account: string): string {
	const { available, pending } = balanceOf(ownCall(sandbox), account);
	return [...available]
		.map(([currency, amount]) => {
			const waiting = pending.get(currency) ?? 0;
			return `${money(amount, currency)} available, ${money(waiting, currency)} pending`;
		})
		.join("; ");
}
