import type { ReactNode } from "react";
import { failureText } from "../lib/i18n/server-texts.ts";

export type ToastMessage = {
	id: number;
	title: string;
	text?: string | undefined;
	tone?: "plain" | "good" | "destructive";
	/** such as Undo; `label` is the button's text */
	action?: { label: string; run: () => void };
	/** ms; 5,000 by default */
	duration?: number;
	body?: ReactNode;
};

let shown: ToastMessage | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function show(message: ToastMessage | null): void {
	shown = message;
	for (const listener of listeners) listener();
}

/** Replaces the current toast. Returns the new one's id. */
export function toast(message: Omit<ToastMessage, "id">): number {
	const id = nextId++;
	show({ ...message, id });
	return id;
}

export function toastFailure(title: string, error: unknown): void {
	toast({ tone: "destructive", title, text: failureText(error) });
}

export function dismissToast(id: number): void {
	if (shown?.id === id) show(null);
}

export const toastStore = {
	get: () => shown,
	subscribe(listener: () => void) {
		listeners.add(listener);
		return () => {
			listeners.delete(listener);
		};
	},
};
