import BadgePercent from "icons:badge-percent";
import X from "icons:x";
import { useState } from "react";
import type { ShownDiscount } from "../../worker/catalogue/shares/contract/shares.ts";
import { MAX_CODE_LENGTH } from "../../worker/contract/constants.ts";
import { useSubmit } from "../lib/forms/use-submit.ts";
import { reasonText } from "../lib/i18n/reason-text.ts";
import { failureText } from "../lib/i18n/server-texts.ts";
import { ApiFailure } from "../lib/server/failure.ts";
import { keepShareResponse } from "../lib/server/queries/share.ts";
import { fetchShare } from "../lib/server/queries/share-response.ts";
import { useBuyingTexts } from "../lib/texts/buying-texts.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";

type Props = {
	slug: string;
	/** the code in use, or the refused one from the page's address; null without one */
	discount: ShownDiscount | null;
	onChange: (code: string | null) => void;
};

export function DiscountField({ slug, discount, onChange }: Props) {
	const t = useBuyingTexts();
	const [isOpen, setOpen] = useState(false);
	const { errors, pending, onSubmit } = useSubmit(async (form, begin) => {
		const code = String(new FormData(form).get("code") ?? "").trim();
		if (code === "") return { code: t("buying.enterCode") };
		begin();
		try {
			const page = await fetchShare(slug, { code });
			const found = page.discount;
			if (!found) return { code: t("buying.noCode") };
			if (found.refused) return { code: reasonText(found.refused) };
			await keepShareResponse(slug, found.code, page);
			onChange(found.code);
			setOpen(false);
		} catch (error) {
			if (!(error instanceof ApiFailure)) throw error;
			return { code: failureText(error, t("buying.codeFailed")) };
		}
	});
	if (discount && !discount.refused)
		return (
			<p className="flex items-center gap-2 text-15">
				<Icon of={BadgePercent} size={18} className="text-primary" />
				<span className="min-w-0 break-words">{t("buying.applied", { code: discount.code })}</span>
				<Button
					size="sm"
					tone="quiet"
					className="ms-auto"
					aria-label={t("buying.remove", { code: discount.code })}
					onClick={() => onChange(null)}
				>
					<Icon of={X} size={16} />
				</Button>
			</p>
		);
	if (!isOpen && !discount)
		return (
			<button type="button" className="prose-link text-15" onClick={() => setOpen(true)}>
				{t("buying.haveCode")}
			</button>
		);
	return (
		<form onSubmit={onSubmit} noValidate className="flex items-start gap-2">
			<TextField
				label={t("buying.code")}
				name="code"
				autoComplete="off"
				autoCapitalize="characters"
				spellCheck={false}
				maxLength={MAX_CODE_LENGTH}
				defaultValue={discount?.code}
				autoFocus={isOpen}
				error={errors.code ?? (discount?.refused ? reasonText(discount.refused) : undefined)}
				fieldClass="flex-1"
				className="uppercase"
			/>
			<Button type="submit" className="mt-7.5" pending={pending && t("buying.applying")}>
				{t("buying.apply")}
			</Button>
		</form>
	);
}
