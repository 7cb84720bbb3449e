import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { useCommonTexts } from "../lib/texts/common-texts.ts";
import { Button, type ButtonTone } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { FailedAlert } from "./failed-alert.tsx";
import { Form } from "./form.tsx";

type Props = Pick<ComponentProps<typeof Dialog>, "title" | "size" | "onClose" | "children"> & {
	action: ReactNode;
	busy?: string | undefined;
	tone?: ButtonTone;
	disabled?: boolean | undefined;
	cancel?: string;
	failed?: string;
};

export function FormDialog({
	of,
	className,
	failed,
	children,
	...dialog
}: Props & Pick<ComponentProps<typeof Form>, "of" | "className">) {
	const id = useId();
	return (
		<Frame {...dialog} pending={of.pending} form={id}>
			<Form id={id} of={of} className={className} failed={failed}>
				{children}
			</Form>
		</Frame>
	);
}

/** A question, whose dialog stays open while `onConfirm` runs and if it throws. */
export function ConfirmDialog({
	failed,
	onConfirm,
	children,
	...dialog
}: Props & { onConfirm: () => unknown }) {
	const [pending, setPending] = useState(false);
	const [failure, setFailure] = useState<unknown>(null);
	async function confirm() {
		setPending(true);
		setFailure(null);
		try {
			await onConfirm();
		} catch (error) {
			setFailure(error);
		}
		setPending(false);
	}
	return (
		<Frame tone="danger" {...dialog} pending={pending} onClick={confirm}>
			<div className="flex flex-col gap-4">
				{children}
				<FailedAlert failure={failure} title={failed} />
			</div>
		</Frame>
	);
}

function Frame({
	action,
	busy,
	tone = "primary",
	disabled,
	cancel,
	pending,
	form,
	onClick,
	...dialog
}: Omit<Props, "failed"> & { pending: boolean; form?: string; onClick?: () => void }) {
	const t = useCommonTexts();
	return (
		<Dialog
			{...dialog}
			actions={
				<>
					<Button onClick={dialog.onClose}>{cancel ?? t("common.cancel")}</Button>
					<Button
						type={form ? "submit" : "button"}
						form={form}
						tone={tone}
						disabled={disabled}
						pending={pending && (busy ?? t("common.working"))}
						onClick={onClick}
					>
						{action}
					</Button>
				</>
			}
		/>
	);
}
