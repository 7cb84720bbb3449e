/** Returns the URL of a creator's picture, whose content never changes; null without one. */
export function avatarPath(avatarId: string | null): string | null {
	return avatarId && `/avatars/${avatarId}`;
}

/** Returns the prefix of the keys of all pictures that a creator ever sent. */
export function avatarPrefix(userId: string): string {
	return `avatars/${userId}/`;
}
