import type { DirectClaim } from "../../../worker/contract/payments.ts";
import { formatDateTime, formatMoney } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { useTexts } from "./texts.ts";

type Props = {
	claim: DirectClaim;
	pending: "approve" | "decline" | null;
	onAnswer: (verb: "approve" | "decline") => void;
};

/** What to look for in Cash App, and the two answers. */
export function AskClaim({ claim, pending, onAnswer }: Props) {
	const t = useTexts();
	const price = formatMoney(claim.price);
	const facts = [
		[t("claims.note"), claim.reference],
		[t("claims.code"), claim.confirmationCode ?? ""],
		[t("claims.files"), claim.title],
		[t("claims.buyer"), claim.buyerEmail ?? ""],
		[t("claims.sentAt"), formatDateTime(claim.createdAt)],
	] as const;
	return (
		<>
			<h1 className="text-28">{t("claims.asks", { price })}</h1>
			<p className="mt-2 text-muted">{t("claims.lead")}</p>
			<dl className="mt-5 divide-y divide-line border-line border-y">
				{facts.map(([name, fact], index) => (
					<div key={name} className="flex flex-wrap justify-between gap-x-6 py-2.5">
						<dt className="text-muted">{name}</dt>
						<dd
							className={
								index < 2
									? "tabular break-all font-display font-semibold tracking-wide"
									: "min-w-0 break-words text-end"
							}
						>
							{fact}
						</dd>
					</div>
				))}
			</dl>
			<p className="mt-4 text-15">{t("claims.meaning")}</p>
			<div className="mt-6 grid gap-3 sm:grid-cols-2">
				<Button
					tone="primary"
					size="lg"
					pending={pending === "approve" && t("claims.approving")}
					disabled={pending === "decline"}
					onClick={() => onAnswer("approve")}
				>
					{t("claims.approve")}
				</Button>
				<Button
					size="lg"
					pending={pending === "decline" && t("claims.declining")}
					disabled={pending === "approve"}
					onClick={() => onAnswer("decline")}
				>
					{t("claims.decline")}
				</Button>
			</div>
		</>
	);
}
