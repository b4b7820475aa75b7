/** Certificates for tests. */
@NullMarked
package dev.assent.testkit.tls;

import org.jspecify.annotations.NullMarked;
