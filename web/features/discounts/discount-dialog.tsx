import { type FormEvent, type ReactNode, useState } from "react";
import type { Discount } from "../../../worker/catalogue/discounts/contract.ts";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { MAX_CODE_LENGTH, MAX_CODE_NAME } from "../../../worker/contract/constants.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { formatDate } from "../../lib/i18n/format.ts";
import { fieldText, fieldTexts } from "../../lib/i18n/server-texts.ts";
import { useEveryShare } from "../../lib/server/queries/shares.ts";
import { InCurrency, useCurrency } from "../../lib/session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckField, TextField } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { countOf, formInput, randomCode, shownMoment } from "./form.ts";
import { saveDiscount } from "./queries.ts";
import { ReductionFields } from "./reduction-fields.tsx";
import { ShareChoice } from "./share-choice.tsx";
import { useTexts } from "./texts.ts";

type Props = {
	discount: Discount | null;
	onClose: () => void;
};

const FOLDED = ["shareIds", "startsAt", "endsAt", "maxUses", "maxPerBuyer", "name"] as const;

export function DiscountDialog({ discount, onClose }: Props) {
	const t = useTexts();
	const ownCurrency = useCurrency();
	const { data: shares } = useEveryShare();
	const [code, setCode] = useState(discount?.code ?? "");
	const [kind, setKind] = useState<"percent" | "amount">(
		discount?.amount == null ? "percent" : "amount",
	);
	const [belowMinimum, setBelowMinimum] = useState(discount?.belowMinimum ?? "direct");
	const [chosen, setChosen] = useState<readonly string[] | null>(
		discount?.shares?.map(({ shareId }) => shareId) ?? null,
	);
	const isCovered = ({ shareId }: MyShare) => chosen?.includes(shareId) ?? true;
	const covered = (shares ?? []).filter(isCovered);
	const before = discount?.amount == null ? ownCurrency : discount.currency;
	const currency = (chosen && covered[0]?.currency) ?? before;
	const form = useForm({
		schema: formInput(discount, currency),
		extra: { kind, belowMinimum, shareIds: chosen },
		async submit(json) {
			await saveDiscount(discount?.id ?? null, json);
			toast({ tone: "good", title: t(discount ? "discounts.saved" : "discounts.created") });
			onClose();
		},
		// Errors at fields need no other notice; some fields have no control of their own name.
		onFailure: (error) => (Object.keys(fieldTexts(error)).length > 0 ? "told" : undefined),
	});
	const { errors, setErrors } = form;
	function submit(event: FormEvent<HTMLFormElement>) {
		const half = halfTyped(event.currentTarget);
		if (!half) return form.onSubmit(event);
		event.preventDefault();
		setErrors({ [half.name]: fieldText("Enter a date and a time") });
		// A folded field can't be focused.
		half.closest("details")?.setAttribute("open", "");
		half.focus();
	}
	return (
		<FormDialog
			of={{ ...form, onSubmit: submit }}
			onClose={onClose}
			size="wide"
			className="grid gap-x-5 gap-y-6 sm:grid-cols-2"
			title={t(discount ? "discounts.editTitle" : "discounts.newTitle")}
			action={t(discount ? "discounts.save" : "discounts.create")}
			busy={t("discounts.saving")}
			failed={t("discounts.failed")}
		>
			<div className="flex items-start gap-2 sm:col-span-2">
				<TextField
					label={t("discounts.code")}
					name="code"
					autoComplete="off"
					autoCapitalize="characters"
					spellCheck={false}
					maxLength={MAX_CODE_LENGTH}
					required
					value={code}
					onChange={(event) => setCode(event.target.value)}
					hint={t("discounts.codeHint")}
					fieldClass="min-w-0 flex-1"
					className="w-full uppercase"
				/>
				<Button
					className="mt-7.5"
					onClick={() => {
						setCode(randomCode());
						setErrors({ ...errors, code: undefined });
					}}
				>
					{t("discounts.generate")}
				</Button>
			</div>
			<InCurrency currency={currency}>
				<ReductionFields
					before={discount}
					kind={kind}
					belowMinimum={belowMinimum}
					covered={
						kind === "amount" ? covered.filter((share) => share.currency === currency) : covered
					}
					onKind={setKind}
					onBelowMinimum={setBelowMinimum}
				/>
			</InCurrency>
			<Terms before={discount} chosen={chosen} hasError={FOLDED.some((name) => errors[name])}>
				<ShareChoice
					shares={shares ?? []}
					chosen={chosen}
					onChoose={setChosen}
					error={errors.shareIds}
				/>
				<TextField
					label={t("discounts.from")}
					name="startsAt"
					type="datetime-local"
					defaultValue={shownMoment(discount?.startsAt ?? null)}
					hint={t("discounts.fromHint")}
				/>
				<TextField
					label={t("discounts.until")}
					name="endsAt"
					type="datetime-local"
					defaultValue={shownMoment(discount?.endsAt ?? null)}
					hint={t("discounts.untilHint")}
				/>
				<CountField
					label={t("discounts.maxUses")}
					name="maxUses"
					before={discount?.maxUses}
					hint={t("discounts.maxUsesHint")}
				/>
				<CountField
					label={t("discounts.maxPerBuyer")}
					name="maxPerBuyer"
					before={discount?.maxPerBuyer}
					hint={t("discounts.maxPerBuyerHint")}
				/>
				<TextField
					label={t("discounts.name")}
					name="name"
					autoComplete="off"
					maxLength={MAX_CODE_NAME}
					defaultValue={discount?.name}
					hint={t("discounts.nameHint")}
					fieldClass="sm:col-span-2"
				/>
				<CheckField
					className="sm:col-span-2"
					label={t("discounts.activeField")}
					hint={t("discounts.activeHint")}
					role="switch"
					name="active"
					defaultChecked={discount?.active ?? true}
				/>
			</Terms>
		</FormDialog>
	);
}

function Terms({
	before,
	chosen,
	hasError,
	children,
}: {
	before: Discount | null;
	chosen: readonly string[] | null;
	hasError: boolean;
	children: ReactNode;
}) {
	const t = useTexts();
	const [isOpen, setOpen] = useState(false);
	// The typed values, read whenever the fields are collapsed.
	const [set, setSet] = useState({
		startsAt: shownMoment(before?.startsAt ?? null),
		endsAt: shownMoment(before?.endsAt ?? null),
		maxUses: before?.maxUses?.toString() ?? "",
		isActive: before?.active ?? true,
	});
	function read(form: HTMLFormElement | null) {
		if (!form) return;
		const typed = new FormData(form);
		const text = (name: string) => String(typed.get(name) ?? "");
		setSet({
			startsAt: text("startsAt"),
			endsAt: text("endsAt"),
			maxUses: text("maxUses"),
			isActive: typed.has("active"),
		});
	}
	// Errors must be visible.
	if (hasError && !isOpen) setOpen(true);
	const terms = [
		chosen === null
			? t("discounts.onAllShares")
			: t("discounts.onShares", { count: chosen.length }),
		set.startsAt && t("discounts.starts", { when: formatDate(set.startsAt) }),
		set.endsAt ? t("discounts.untilDate", { when: formatDate(set.endsAt) }) : t("discounts.noEnd"),
		set.maxUses
			? t("discounts.usesLimit", { max: countOf(set.maxUses) ?? 0 })
			: t("discounts.unlimited"),
		!set.isActive && t("discounts.off"),
	];
	return (
		<Fold
			className="sm:col-span-2"
			open={isOpen}
			onToggle={(event) => {
				setOpen(event.currentTarget.open);
				read(event.currentTarget.closest("form"));
			}}
			summaryClass="text-muted"
			title={isOpen ? t("discounts.more") : terms.filter(Boolean).join(" · ")}
		>
			<div className="mt-3 grid gap-x-5 gap-y-6 sm:grid-cols-2">{children}</div>
		</Fold>
	);
}

/** Finds a half-typed time field: its value is empty, as if there were none. */
function halfTyped(form: HTMLFormElement): HTMLInputElement | undefined {
	return [...form.querySelectorAll<HTMLInputElement>('input[type="datetime-local"]')].find(
		({ validity }) => validity.badInput,
	);
}

function CountField({
	before,
	...field
}: {
	label: string;
	name: string;
	before: number | null | undefined;
	hint: string;
}) {
	return <TextField {...field} inputMode="numeric" defaultValue={before ?? ""} />;
}
