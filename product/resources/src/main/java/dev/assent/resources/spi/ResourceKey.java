package dev.assent.resources.spi;

import dev.assent.SettingKey;

/**
 * One key of a type of resource, for people. The reference page is generated from these.
 *
 * <p>Immutable and safe to share.
 *
 * @param key without {@code resource.NAME.}
 * @param documentation its purpose
 * @param defaultValue with its unit; empty when there is none, or it must be given
 * @param allowed the allowed values
 */
public record ResourceKey(String key, String documentation, String defaultValue, String allowed) {
    /** A setting of a pool. */
    public static ResourceKey of(SettingKey setting) {
        return new ResourceKey(
                setting.key(),
                setting.documentation(),
                (setting.defaultValue() + " " + setting.unit()).strip(),
                setting.allowed());
    }
}
