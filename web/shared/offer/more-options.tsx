import { type ReactNode, useId } from "react";
import { useOfferTexts } from "../../lib/texts/offer-texts.ts";
import { Fold } from "../../ui/fold.tsx";

export function MoreOptions({ set, children }: { set: readonly string[]; children: ReactNode }) {
	const t = useOfferTexts();
	return (
		<Fold
			look="boxed"
			className="rounded-card"
			summaryClass="rounded-card px-4 py-3 hover:bg-faint sm:px-6"
			title={
				<span className="flex min-w-0 flex-wrap gap-x-3">
					<span className="font-medium">{t("offer.more")}</span>
					<span className="min-w-0 text-muted first-letter:uppercase">{set.join(" · ")}</span>
				</span>
			}
		>
			<div className="gap-x-10 border-line border-t p-4 [columns:22rem_2] sm:p-6">{children}</div>
		</Fold>
	);
}

export function OptionSection({ title, children }: { title: string; children: ReactNode }) {
	const id = useId();
	return (
		<section
			aria-labelledby={id}
			className="mb-8 flex min-w-0 break-inside-avoid flex-col gap-5 last:mb-0"
		>
			<h2 id={id} className="text-17">
				{title}
			</h2>
			{children}
		</section>
	);
}
