import { useState } from "react";
import { useSearchParams } from "react-router-dom";

/**
 * The form's draft from its first moment on: the one in the address, else a new one, which `show` puts
 * into the address once there is something to keep. An address without a draft, after Back for example,
 * leaves the form as it was.
 */
export function useDraftId() {
	const [query, setQuery] = useSearchParams();
	const asked = query.get("draft");
	const [own, setOwn] = useState(() => ({
		id: asked ?? crypto.randomUUID(),
		isNew: asked === null,
	}));
	const [lastAsked, setLastAsked] = useState(asked);
	if (asked !== lastAsked) {
		setLastAsked(asked);
		if (asked !== null && asked !== own.id) setOwn({ id: asked, isNew: false });
	}

	return {
		id: own.id,
		/** created here, so nothing of it is stored */
		isNew: own.isNew,
		isShown: asked === own.id,
		show: () =>
			setQuery((before) => ({ ...Object.fromEntries(before), draft: own.id }), { replace: true }),
		hide: () => setQuery({}, { replace: true }),
		open: (chosen: string) => setQuery({ draft: chosen }),
		/** for the next share, once the form has been emptied */
		renew: () => setOwn({ id: crypto.randomUUID(), isNew: true }),
	};
}
