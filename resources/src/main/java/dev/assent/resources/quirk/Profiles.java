package dev.assent.resources.quirk;

import static dev.assent.resources.quirk.DatabaseQuirks.REFUSED;
import static dev.assent.resources.quirk.Situation.Words.NO;

import dev.assent.resources.spi.DatabaseProfile;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Rows of databases that jars on the class path bring ({@link DatabaseProfile}). Thread safety: safe to share. */
final class Profiles {
    private static final String SAYS_ITS_PROFILE = "its profile says so";

    /** Every connection that is made asks. */
    private static final ClassValue<Optional<DatabaseQuirks>> FOUND = new ClassValue<>() {
        @Override
        protected Optional<DatabaseQuirks> computeValue(Class<?> driverClass) {
            return find(driverClass);
        }
    };

    private Profiles() {}

    /** The row of the first profile that is of this driver; null when none is. */
    static @Nullable DatabaseQuirks of(Class<?> driverClass) {
        return FOUND.get(driverClass).orElse(null);
    }

    private static Optional<DatabaseQuirks> find(Class<?> driverClass) {
        for (DatabaseProfile each : ServiceLoader.load(DatabaseProfile.class)) {
            if (each.isOf(driverClass)) {
                return Optional.of(row(each));
            }
        }
        return Optional.empty();
    }

    private static DatabaseQuirks row(DatabaseProfile profile) {
        DatabaseQuirks.Row row = new DatabaseQuirks.Row(profile.title(), profile.title(), "")
                .probedBy(profile.probeWork("%s"))
                .endedBy(profile.endingStatements().toArray(String[]::new))
                .endedLocallyByIsolation() // which JDBC leaves open
                .lostBy(profile::isFatal);
        if (!profile.joins()) {
            row.deviates(Situation.JOIN_ELSEWHERE, NO, SAYS_ITS_PROFILE, "a branch for each connection");
        }
        if (profile.endsLate()) {
            row.deviates(Situation.SUSPEND_RESUME, NO, SAYS_ITS_PROFILE, "ended only before it is prepared");
        }
        if (!profile.howItLoses().isEmpty()) {
            row.deviates(Situation.LIST_AFTER_KILL, NO, profile.howItLoses(), REFUSED);
        }
        return row.row();
    }
}
