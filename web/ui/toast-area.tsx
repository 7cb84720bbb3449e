import CircleAlert from "icons:circle-alert";
import CircleCheck from "icons:circle-check";
import X from "icons:x";
import { Toast } from "radix-ui";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useCommonTexts } from "../lib/texts/common-texts.ts";
import { Icon } from "./icon.tsx";
import { dismissToast, type ToastMessage, toastStore } from "./toast.ts";

const DURATION_MS = 5_000;
const SWIPE_PX = 50;

/** One toast at a time, for 5 s; swiping right closes it, and F8 moves the focus here. */
export default function ToastArea({ label }: { label: string }) {
	const t = useCommonTexts();
	const current = useSyncExternalStore(toastStore.subscribe, toastStore.get);
	// A closing toast stays until its exit animation ends.
	const [last, setLast] = useState<ToastMessage | null>(current);
	useEffect(() => {
		if (current) setLast(current);
	}, [current]);
	const message = current ?? last;
	return (
		<Toast.Provider
			duration={DURATION_MS}
			swipeDirection="right"
			swipeThreshold={SWIPE_PX}
			// Screen readers announce it before each toast, so it leaves out the hot key.
			label={label.replace(/ ?\(.*\)/, "")}
		>
			{message && (
				<Toast.Root
					key={message.id}
					open={current?.id === message.id}
					onOpenChange={(open) => {
						if (!open) dismissToast(message.id);
					}}
					duration={message.duration ?? DURATION_MS}
					type={message.tone === "destructive" ? "foreground" : "background"}
					className="pointer-events-auto flex w-full items-start gap-3 rounded-card border border-line bg-surface p-4 text-ink shadow-float data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[state=open]:animate-[toast-in_180ms_var(--ease-out)] data-[state=closed]:animate-[toast-out_140ms_var(--ease-out)]"
				>
					{message.tone === "destructive" && (
						<Icon of={CircleAlert} className="mt-0.5 text-error" />
					)}
					{message.tone === "good" && <Icon of={CircleCheck} className="mt-0.5 text-primary" />}
					<div className="min-w-0 flex-1">
						<Toast.Title className="font-semibold">{message.title}</Toast.Title>
						{message.text && (
							<Toast.Description className="text-muted">{message.text}</Toast.Description>
						)}
						{message.body}
					</div>
					{message.action && (
						<Toast.Action
							altText={message.action.label}
							className="btn btn-sm self-center"
							onClick={message.action.run}
						>
							{message.action.label}
						</Toast.Action>
					)}
					<Toast.Close
						aria-label={t("common.close")}
						className="btn btn-ghost btn-square btn-xs -me-1 text-muted"
					>
						<Icon of={X} size={16} />
					</Toast.Close>
				</Toast.Root>
			)}
			<Toast.Viewport
				label={label}
				className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex flex-col p-4 pb-[max(1rem,env(safe-area-inset-bottom))] outline-none md:right-0 md:left-auto md:w-full md:max-w-[420px]"
			/>
		</Toast.Provider>
	);
}
