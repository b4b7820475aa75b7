package dev.assent.resources.node;

import dev.assent.core.SettingKey;

/**
 * One key of a kind of resource, for people. The reference page is generated from these.
 *
 * <p>Immutable and safe to share.
 *
 * @param key as it is written after {@code resource.NAME.}
 * @param documentation what it is for
 * @param defaultValue with its unit; empty when it must be given, or when nothing is done without it
 * @param allowed what is allowed
 */
public record ResourceKey(String key, String documentation, String defaultValue, String allowed) {
    /** A setting of a pool. */
    static ResourceKey of(SettingKey setting) {
        return new ResourceKey(
                setting.key(),
                setting.documentation(),
                (setting.defaultValue() + " " + setting.unit()).strip(),
                setting.allowed());
    }
}
