import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { refreshAllButSession, storeSession } from "../lib/server/queries/session.ts";
import { useSession } from "../lib/session/session.tsx";
import { onSessionEnd } from "../lib/session/sign-in-again.ts";

const SignInDialog = lazy(async () => ({
	default: (await import("../features/auth/sign-in-form.tsx")).SignInDialog,
}));

export function SignInAgain() {
	const { user } = useSession();
	const [isOpen, setOpen] = useState(false);
	const settle = useRef<(done: boolean) => void>(undefined);
	const isCreator = user !== null;
	useEffect(() => {
		if (!isCreator) return;
		return onSessionEnd(() => {
			setOpen(true);
			return new Promise((resolve) => {
				settle.current = resolve;
			});
		});
	}, [isCreator]);
	if (!isOpen || !user) return null;
	const end = (done: boolean) => {
		setOpen(false);
		settle.current?.(done);
	};
	return (
		<Suspense>
			<SignInDialog
				email={user.email}
				onClose={() => end(false)}
				onDone={(again) => {
					void storeSession(again);
					end(true);
					// Requests made in the meantime have failed.
					void refreshAllButSession();
				}}
			/>
		</Suspense>
	);
}
